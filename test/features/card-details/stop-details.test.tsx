import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import * as messages from '#messages/stop-messages.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

const COMMIT = '91ab33c5a691ab33c5a691ab33c5a691ab33c5a6'
const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000).toISOString()

const NEXT = {
  statusId: '2',
  result: 'conflicts',
  detail: 'src/a.ts',
  branch: 'main',
  against: { commit: COMMIT, author: 'Mei', at: TWO_DAYS_AGO, number: 102 },
}

interface GivenCard {
  next?: object
  blocked?: object
  isDeleted?: boolean
}

async function openPanel({ next = NEXT, blocked, isDeleted = false }: GivenCard = {}) {
  const task = {
    ...{ id: '11', number: 101, title: 'Rotate keys', projectId: '41', statusId: '1' },
    ...{ priority: 'high', assignee: 'Ada', labels: [], blocked },
    repository: { branch: 'fix/101', author: 'Bo', isDeleted, checks: [], next },
  }
  const other = { ...task, id: '12', number: 102, title: 'Retry', statusId: '2' }
  const columns = ['Work', 'Main'].map((name, index) => ({
    ...{ statusId: String(index + 1), name, kind: 'stage', minRole: 'member' },
    tasks: index === 0 ? [task] : [{ ...other, blocked: undefined, repository: undefined }],
  }))
  const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Enter}')
  return { user, panel: await screen.findByRole('dialog', { name: /^#101/ }) }
}

test.each([
  undefined,
  { code: 'promotion_refused', reason: 'It conflicts with main in src/a.ts.' },
])(
  'a card in conflict says with which commit and card, whom it waits for, and what resolves it [gap G26] %#',
  async (blocked) => {
    const { user, panel } = await openPanel(blocked ? { blocked } : {})
    expect(panel.textContent).toContain(
      `${messages.CONFLICTS_WITH} 91ab33c5 ${messages.changeBy('Mei', '2 days ago')}`,
    )
    within(panel).getByText(messages.waitsForPerson('Bo'))
    await user.click(within(panel).getByRole('button', { name: messages.COPY_COMMANDS }))
    expect(await navigator.clipboard.readText()).toBe('git switch fix/101\ngit merge main')
    await user.click(within(panel).getByRole('button', { name: '#102 Retry' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^#102/ })).toBeTruthy())
  },
)

test.each([
  [{ ...NEXT, against: undefined }, [messages.waitsForPerson('Bo'), messages.RESOLVE_IN_CLONE]],
  [{ statusId: '2', result: 'checks_red', detail: 'unit' }, [messages.waitsForPerson('Bo')]],
  [{ statusId: '2', result: 'checks_pending', detail: 'unit' }, [messages.waitsForChecks('unit')]],
  [{ statusId: '2', result: 'nothing_to_merge' }, []],
  [{ statusId: '2', result: 'clean' }, []],
  // Of a column that isn't the next one any more.
  [{ ...NEXT, statusId: '1' }, []],
])('with %j it says only what is known', async (next, texts) => {
  const { panel } = await openPanel({ next })
  const all = [
    messages.waitsForPerson('Bo'),
    messages.waitsForChecks('unit'),
    messages.RESOLVE_IN_CLONE,
  ]
  const shown = all.filter((text) => within(panel).queryByText(text))
  expect(shown).toEqual(texts)
  expect(panel.textContent?.includes(messages.CONFLICTS_WITH)).toBe(false)
})

test('a deleted branch has no commands', async () => {
  const { panel } = await openPanel({ isDeleted: true })
  expect(within(panel).queryByText(messages.RESOLVE_IN_CLONE)).toBeNull()
})
