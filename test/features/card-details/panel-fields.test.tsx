import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { KNOWN_FIELDS } from '#contract/finding-collector.ts'
import { connect, pageOverService, refreshAndListen } from '#test/support/page.tsx'

const { start, network } = pageOverService()

const CARD = {
  id: '11',
  number: 101,
  title: 'Rotate keys',
  projectId: '41',
  statusId: '1',
  priority: 'high',
  assignee: 'Ada',
  labels: [],
}

/** Another value of each field that a card can have, besides its id. */
const CHANGES: Readonly<Record<string, unknown>> = {
  number: 102,
  title: 'Rotate all keys',
  projectId: '42',
  statusId: '2',
  priority: 'low',
  assignee: 'Grace',
  labels: ['7'],
  blocked: { reason: 'branch conflicts', code: 'conflicts' },
  repository: { branch: 'card/101' },
}

function boardWith(card: typeof CARD) {
  const columns = ['1', '2'].map((statusId) => ({
    statusId,
    name: `Column ${statusId}`,
    minRole: 'member',
    tasks: card.statusId === statusId ? [card] : [],
  }))
  return http.get('*/v1/board', () => HttpResponse.json({ columns }))
}

test('every field of a card has another value here', () => {
  expect(new Set(['id', ...Object.keys(CHANGES)])).toEqual(KNOWN_FIELDS.card)
})

test.each(Object.entries(CHANGES))('the panel of a card follows its %s', async (field, value) => {
  const { keys } = await start(boardWith(CARD))
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Enter}')
  const panel = async () => {
    const copy = (await screen.findByRole('dialog')).cloneNode(true)
    // Announcements are in the topmost dialog, too.
    if (copy instanceof Element)
      for (const said of copy.querySelectorAll('[role=status]')) said.remove()
    return copy.textContent ?? ''
  }
  await waitFor(async () => expect(await panel()).toContain('Ada'))
  const before = await panel()
  network.use(boardWith({ ...CARD, [field]: value }))
  await refreshAndListen(user)
  await waitFor(async () => expect(await panel()).not.toBe(before))
})
