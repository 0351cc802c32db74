import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { UNDO_FOLLOWS } from '#messages/interaction-messages.ts'
import { labelsRestored } from '#messages/label-messages.ts'
import { moved, movedBack, notMoved } from '#messages/move-messages.ts'
import { announcement, cardsIn, connect, pageOverService } from '#test/support/page.tsx'

const { start, requests, network } = pageOverService()

const MOVED_BEFORE = '#102 Page through audit entries'
const CARD = '#101 Rotate signing keys'
const UNDO = '{Control>}z{/Control}'

const patches = () => requests.filter((line) => line.startsWith('PATCH'))

/** A board on which #102 was moved to Building. */
async function startAfterMove(role: 'member' | 'maintainer' = 'member') {
  const running = await start()
  const { user } = await connect(running.keys[role])
  const card = await screen.findByRole('article', { name: /^#102/ })
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(announcement()).toBe(moved(MOVED_BEFORE, 'Queued', 'Building')))
  return {
    ...running,
    user,
    focus: (name: RegExp) => screen.getByRole('article', { name }).focus(),
  }
}

/** Holds the next change from its arrival until it is released. */
function holdNextChange() {
  let release = () => {}
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const hold = () => {
    arrive()
    return released
  }
  network.use(http.patch('*/v1/cards/:number', hold, { once: true }))
  return { arrived, release }
}

test('an undo is of the move under way, not of an older one, and follows its confirmation', async () => {
  const { user, focus } = await startAfterMove()
  const { arrived, release } = holdNextChange()
  focus(/^#101/)
  await user.keyboard(']')
  await arrived
  await user.keyboard(UNDO)
  await screen.findByText(UNDO_FOLLOWS)
  expect(cardsIn('Building')).toContain(102)
  release()
  await waitFor(() => expect(announcement()).toBe(movedBack(CARD, 'Queued', true)))
  expect(cardsIn('Building')).toContain(102)
  await user.keyboard(UNDO)
  await waitFor(() => expect(announcement()).toBe(movedBack(MOVED_BEFORE, 'Queued', true)))
  expect(patches()).toHaveLength(4)
})

test('a second undo is of the change before the one under way', async () => {
  const { user, focus } = await startAfterMove()
  const { release } = holdNextChange()
  focus(/^#101/)
  await user.keyboard(`]${UNDO}${UNDO}`)
  await waitFor(() => expect(announcement()).toBe(movedBack(MOVED_BEFORE, 'Queued', true)))
  expect(cardsIn('Queued')).toContain(102)
  release()
  await waitFor(() => expect(announcement()).toBe(movedBack(CARD, 'Queued', true)))
})

test('an undo of a move that is then refused moves nothing back', async () => {
  const { user, focus } = await startAfterMove('maintainer')
  const { arrived, release } = holdNextChange()
  focus(/^#106/)
  await user.keyboard(']')
  await arrived
  await user.keyboard(UNDO)
  release()
  await waitFor(() =>
    expect(announcement()).toBe(
      notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed'),
    ),
  )
  expect(cardsIn('Building')).toContain(102)
  expect(patches()).toHaveLength(2)
  await user.keyboard(UNDO)
  await waitFor(() => expect(announcement()).toBe(movedBack(MOVED_BEFORE, 'Queued', true)))
})

test('an undo is of the labels that are being changed, not of an older move', async () => {
  const { user, focus } = await startAfterMove()
  const { arrived, release } = holdNextChange()
  focus(/^#101/)
  await user.keyboard('l')
  await user.click(await screen.findByRole('checkbox', { name: 'docs' }))
  await arrived
  await user.keyboard('{Escape}{Escape}')
  await user.keyboard(UNDO)
  await screen.findByText(UNDO_FOLLOWS)
  release()
  await waitFor(() => expect(announcement()).toBe(labelsRestored(CARD)))
  expect(cardsIn('Building')).toContain(102)
})

test('an undo is of the move of several cards that is under way', async () => {
  const { user, focus } = await startAfterMove()
  const { arrived, release } = holdNextChange()
  focus(/^#101/)
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}m')
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await arrived
  await user.keyboard(UNDO)
  await screen.findByText(UNDO_FOLLOWS)
  release()
  await waitFor(() => expect(announcement()).toBe('2 moved back.'))
  expect(cardsIn('Building')).toContain(102)
  expect(cardsIn('Queued')).toContain(101)
})
