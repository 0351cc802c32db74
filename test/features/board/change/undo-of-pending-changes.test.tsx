import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { UNDO_DROPPED, UNDO_FOLLOWS } from '#messages/interaction-messages.ts'
import { labelsRestored } from '#messages/label-messages.ts'
import { moved, movedBack, notMoved } from '#messages/move-messages.ts'
import {
  announcement,
  cardsIn,
  columnsFilled,
  connect,
  pageOverService,
} from '#test/support/page.tsx'

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
  await columnsFilled()
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

/** As after that move, while another card is being moved: its change has no response yet. */
async function startDuringMove(card: RegExp, keys = ']', role?: 'maintainer') {
  const { user, focus } = await startAfterMove(role)
  const { arrived, release } = holdNextChange()
  focus(card)
  await user.keyboard(keys)
  await arrived
  return { user, release }
}

describe('undo', () => {
  test('waits for the move under way, and leaves an older one, when it isn’t confirmed yet', async () => {
    const { user, release } = await startDuringMove(/^#101/)
    await user.keyboard(UNDO)
    await screen.findByText(UNDO_FOLLOWS)
    expect(cardsIn('Building')).toContain(102)
    release()
    await waitFor(() => expect(announcement()).toBe(movedBack(CARD, 'Queued', true)))
    expect(screen.queryByText(UNDO_FOLLOWS)).toBeNull()
    expect(cardsIn('Building')).toContain(102)
    await user.keyboard(UNDO)
    await waitFor(() => expect(announcement()).toBe(movedBack(MOVED_BEFORE, 'Queued', true)))
    expect(patches()).toHaveLength(4)
  })

  test('goes on to the change before when a person presses the keys again', async () => {
    const { user, focus } = await startAfterMove()
    const { release } = holdNextChange()
    focus(/^#101/)
    await user.keyboard(`]${UNDO}${UNDO}`)
    await waitFor(() => expect(announcement()).toBe(movedBack(MOVED_BEFORE, 'Queued', true)))
    expect(cardsIn('Queued')).toContain(102)
    release()
    await waitFor(() => expect(announcement()).toBe(movedBack(CARD, 'Queued', true)))
  })

  test('moves nothing back when the move is then refused', async () => {
    const { user, release } = await startDuringMove(/^#106/, ']', 'maintainer')
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

  test('leaves the focus on the card to which a person has gone on', async () => {
    const { user, release } = await startDuringMove(/^#103/)
    await user.keyboard(`${UNDO}{ArrowUp}`)
    const focused = document.activeElement
    expect(focused?.getAttribute('data-card-number')).not.toBe('103')
    release()
    await waitFor(() => expect(announcement()).toMatch(/^#103 .* moved back to Queued/))
    expect(document.activeElement).toBe(focused)
  })

  test('is dropped, and says so, when a person moves the card again', async () => {
    const { user, release } = await startDuringMove(/^#101/)
    await user.keyboard(`${UNDO}]`)
    await screen.findByText(UNDO_DROPPED)
    release()
    await waitFor(() => expect(announcement()).toBe(moved(CARD, 'Building', 'Review')))
    expect(cardsIn('Building')).toContain(102)
  })

  test('takes a card back through each of its columns when it was moved twice', async () => {
    const { user, release } = await startDuringMove(/^#101/, ']]')
    await user.keyboard(`${UNDO}${UNDO}`)
    release()
    await waitFor(() => expect(announcement()).toBe(movedBack(CARD, 'Queued', true)))
    expect(cardsIn('Queued')).toContain(101)
    expect(cardsIn('Building')).toContain(102)
    expect(patches()).toHaveLength(5)
  })

  test('takes back the labels that are being changed, and leaves an older move', async () => {
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

  test('stops a move of several cards, and moves back those that were sent', async () => {
    const { user, focus } = await startAfterMove()
    const releases: (() => void)[] = []
    let isHeld = true
    const hold = async () => {
      if (isHeld) await new Promise<void>((resolve) => releases.push(resolve))
    }
    network.use(http.patch('*/v1/cards/:number', hold))
    const selected = cardsIn('Queued').slice(0, 6)
    focus(/^#101/)
    await user.keyboard('x{Shift>}')
    for (let index = 1; index < selected.length; index += 1) await user.keyboard('{ArrowDown}')
    await user.keyboard('{/Shift}m')
    await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
    await waitFor(() => expect(releases).toHaveLength(4))
    await user.keyboard(UNDO)
    isHeld = false
    for (const release of releases) release()
    await waitFor(() => expect(announcement()).toBe('4 moved back.'))
    expect(selected.every((number) => cardsIn('Queued').includes(number))).toBe(true)
    expect(cardsIn('Building')).toContain(102)
  })
})
