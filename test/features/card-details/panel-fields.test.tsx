import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { KNOWN_FIELDS } from '#contract/finding-collector.ts'
import { ONE_CARD, oneCardBoard } from '#test/support/one-card-board.ts'
import { connect, pageOverService, refreshAndListen } from '#test/support/page.tsx'

const { start, network } = pageOverService()

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

const boardWith = (card: typeof ONE_CARD) => http.get('*/v1/board', () => oneCardBoard(card))

test('every field of a card has another value here', () => {
  expect(new Set(['id', ...Object.keys(CHANGES)])).toEqual(KNOWN_FIELDS.card)
})

test.each(Object.entries(CHANGES))('the panel of a card follows its %s', async (field, value) => {
  const { keys } = await start(boardWith(ONE_CARD))
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
  network.use(boardWith({ ...ONE_CARD, [field]: value }))
  await refreshAndListen(user)
  await waitFor(async () => expect(await panel()).not.toBe(before))
})
