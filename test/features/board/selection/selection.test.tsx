import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { COARSE_POINTER } from '#hooks/use-media-query.ts'
import { cardsToMove, stoppedMoves, TRY_ANYWAY } from '#messages/bulk-messages.ts'
import { SELECTION, SELECTION_CLEARED } from '#messages/selection-messages.ts'
import {
  announcement,
  cardsIn,
  columnsFilled,
  connect,
  pageOverService,
} from '#test/support/page.tsx'
import { columnOnServer } from '#test/support/steps.ts'

const { start, requests } = pageOverService()

const patches = () => requests.filter((line) => line.startsWith('PATCH'))
const selected = () =>
  [...document.querySelectorAll<HTMLElement>('[data-selected]')].map((card) =>
    Number(card.dataset.cardNumber),
  )

const toolbar = () => screen.findByRole('toolbar', { name: SELECTION })

async function openBoard() {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  await columnsFilled()
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  card.focus()
  return { running, user, card }
}

describe('a selection', () => {
  test('grows and shrinks by keys, is announced, and Escape clears it', async () => {
    const { user } = await openBoard()
    const queued = cardsIn('Queued')
    await user.keyboard('x')
    await waitFor(() => expect(selected()).toEqual([101]))
    await waitFor(() => expect(announcement()).toBe('1 card selected'))
    screen.getByRole('toolbar', { name: SELECTION })
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await waitFor(() => expect(selected()).toEqual(queued.slice(0, 3)))
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    await waitFor(() => expect(selected()).toEqual(queued.slice(0, 2)))
    await waitFor(() => expect(announcement()).toBe('2 cards selected'))
    await user.keyboard('x')
    await waitFor(() => expect(selected()).toEqual([101]))
    screen.getByRole('article', { name: /^#101/ }).focus()
    await user.keyboard('x')
    await waitFor(() => expect(selected()).toEqual([]))
    await waitFor(() => expect(announcement()).toBe(SELECTION_CLEARED))
    await user.keyboard('x')
    await waitFor(() => expect(announcement()).toBe('1 card selected'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(selected()).toEqual([]))
    await waitFor(() => expect(announcement()).toBe(SELECTION_CLEARED))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('has a checkbox on the card with the focus, and Shift+click selects up to a card', async () => {
    const { user } = await openBoard()
    const queued = cardsIn('Queued')
    const box = await screen.findByRole('checkbox', { name: 'Select #101 Rotate signing keys' })
    await user.click(box)
    await waitFor(() => expect(selected()).toEqual([101]))
    const third = screen.getByRole('article', { name: new RegExp(`^#${queued[2]}`) })
    await user.keyboard('{Shift>}')
    await user.click(within(third).getByRole('heading'))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(selected()).toEqual(queued.slice(0, 3)))
    expect(window.location.search).not.toContain('card=')
  })

  test('keeps what is selected in another column when Shift+click adds a card, which has the keys then', async () => {
    const { user } = await openBoard()
    await user.keyboard('x')
    const [other = 0, next = 0] = cardsIn('Building')
    const card = screen.getByRole('article', { name: new RegExp(`^#${other} `) })
    await user.keyboard('{Shift>}')
    await user.click(within(card).getByRole('link'))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(selected().sort()).toEqual([101, other].sort()))
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(selected().sort()).toEqual([101, other, next].sort()))
  })

  test('moves as a whole by the key for the next column, after its question', async () => {
    const { running, user } = await openBoard()
    const numbers = cardsIn('Queued').slice(0, 2)
    await user.keyboard('x{Shift>}{ArrowDown}{/Shift}]]')
    await screen.findByRole('dialog', { name: 'Move 2 cards to Building' })
    expect(patches()).toEqual([])
    await user.keyboard('{Enter}')
    await within(await screen.findByRole('region', { name: 'Notifications' })).findByText(
      '2 moved.',
    )
    for (const number of numbers) expect(await columnOnServer(running, number)).toBe('Building')
  })

  test('has all visible cards of a column by its menu, and counts those that a filter hides', async () => {
    const { user } = await openBoard()
    const queued = cardsIn('Queued')
    await user.click(screen.getByRole('button', { name: 'Column actions for Queued' }))
    await user.click(
      await screen.findByRole('menuitem', { name: `Select all ${queued.length} cards` }),
    )
    await within(await toolbar()).findByText(`${queued.length} cards selected`)
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), '#101')
    await within(await toolbar()).findByText(
      `${queued.length} cards selected, ${queued.length - 1} hidden`,
    )
    await user.clear(screen.getByRole('searchbox', { name: 'Filter cards' }))
    await within(await toolbar()).findByText(`${queued.length} cards selected`)
  })

  test('is made by keys alone, through the actions of the column above its first card', async () => {
    const { user } = await openBoard()
    await user.keyboard('{ArrowUp}')
    const button = screen.getByRole('button', { name: 'Column actions for Queued' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{ArrowDown}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('article', { name: /^#101/ })),
    )
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{Enter}')
    await screen.findByRole('menu', { name: 'Column actions for Queued' })
    await user.keyboard('{Enter}')
    await within(await toolbar()).findByText('15 cards selected')
    await user.keyboard('m')
    await screen.findByRole('menu', { name: /^Move 15 cards/ })
  })

  test.each([
    ['m', 'menu', /^Move 1 card/],
    ['l', 'dialog', 'Label selected cards'],
    ['gl', 'dialog', 'Labels'],
  ] as const)('answers %s also with the focus on another control', async (keys, role, name) => {
    const { user } = await openBoard()
    await user.keyboard('x')
    await toolbar()
    screen.getByRole('button', { name: 'Column actions for Review' }).focus()
    await user.keyboard(keys)
    await screen.findByRole(role, { name })
  })

  test('ends by the Back button of a phone, which is left alone without a selection', async () => {
    const watchers = new Set<EventTarget>()
    class Watcher extends EventTarget {
      constructor() {
        super()
        watchers.add(this)
      }
      destroy = () => watchers.delete(this)
    }
    vi.stubGlobal('CloseWatcher', Watcher)
    onTestFinished(() => void vi.unstubAllGlobals())
    const query = window.matchMedia
    const asPhone = (text: string) =>
      text === COARSE_POINTER ? Object.assign(query(text), { matches: true }) : query(text)
    vi.spyOn(window, 'matchMedia').mockImplementation(asPhone)
    const { user } = await openBoard()
    expect(watchers.size).toBe(0)
    await user.keyboard('x')
    await waitFor(() => expect(selected()).toEqual([101]))
    for (const watcher of watchers) watcher.dispatchEvent(new Event('close'))
    await waitFor(() => expect(selected()).toEqual([]))
    expect(watchers.size).toBe(0)
  })

  test('ends with its board', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
    const card = await screen.findByRole('article', { name: /^#101/ })
    await screen.findByRole('button', { name: 'Column actions for Queued' })
    card.focus()
    await user.keyboard('x')
    await toolbar()
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Large board/ }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })
})

describe('a move of the selected cards', () => {
  test('sends each, has one summary with the details, and one undo', async () => {
    const { user, running } = await openBoard()
    const numbers = cardsIn('Queued').slice(0, 3)
    await user.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await within(await toolbar()).findByText('3 cards selected')
    await user.keyboard('m')
    await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
    const region = await screen.findByRole('region', { name: 'Notifications' })
    await within(region).findByText('3 moved.')
    expect(within(region).getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1)
    for (const number of numbers) expect(await columnOnServer(running, number)).toBe('Building')
    expect(patches()).toHaveLength(3)
    await user.click(within(region).getByRole('button', { name: 'Details' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move 3 cards to Building' })
    within(dialog).getByText('#101 Rotate signing keys moved from Queued to Building.')
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(async () => {
      for (const number of numbers) expect(await columnOnServer(running, number)).toBe('Queued')
    })
    const after = await screen.findByRole('region', { name: 'Notifications' })
    await within(after).findByText('3 moved back.')
    expect(within(after).getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1)
    expect(patches()).toHaveLength(6)
  })

  test('says before it who stays, and why, and sends only the others', async () => {
    const { user } = await openBoard()
    await user.keyboard('x')
    const building = cardsIn('Building')[0]
    screen.getByRole('article', { name: new RegExp(`^#${building} `) }).focus()
    await user.keyboard('x')
    await within(await toolbar()).findByText('2 cards selected')
    await user.click(screen.getByRole('button', { name: 'Move to…' }))
    const item = await screen.findByRole('menuitem', { name: 'Building' })
    expect(item.getAttribute('aria-disabled')).toBeNull()
    // The role of a member isn't sufficient for the last column.
    const last = screen.getAllByRole('menuitem').at(-1)
    expect(last?.getAttribute('aria-disabled')).toBe('true')
    await user.click(item)
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 card to Building' })
    within(dialog).getByText(new RegExp(`^#${building} .*: It’s already in Building\\.$`))
    expect(patches()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Move 1 card to Building' }))
    const region = await screen.findByRole('region', { name: 'Notifications' })
    await within(region).findByText('1 moved, 1 left out.')
    expect(patches()).toEqual(['PATCH /v1/cards/101'])
  })

  test('asks before it tries cards that are known to be refused, then shows on each why', async () => {
    const { user } = await openBoard()
    const blocked = [115, 120]
    for (const number of blocked) {
      screen.getByRole('article', { name: new RegExp(`^#${number} `) }).focus()
      await user.keyboard('x')
    }
    await within(await toolbar()).findByText('2 cards selected')
    await user.keyboard('m')
    await user.click(await screen.findByRole('menuitem', { name: /^Verified/ }))
    const dialog = await screen.findByRole('dialog', { name: /^Move 0 cards to Verified/ })
    within(dialog).getByText(stoppedMoves(2))
    expect(within(dialog).getByRole('list').textContent).toMatch(/#115 .*checks are red/)
    await user.click(within(dialog).getByRole('checkbox', { name: TRY_ANYWAY }))
    await user.click(within(dialog).getByRole('button', { name: 'Move 2 cards to Verified' }))
    const region = await screen.findByRole('region', { name: 'Notifications' })
    await within(region).findByText('2 refused.')
    expect(within(region).queryByRole('button', { name: 'Undo' })).toBeNull()
    for (const number of blocked) {
      const card = screen.getByRole('article', { name: new RegExp(`^#${number} `) })
      expect(card.hasAttribute('data-blocked')).toBe(true)
    }
  })
})

test('only the cards that can move are sent, unless a person wants to try the others', async () => {
  const { user } = await openBoard()
  for (const number of [114, 120]) {
    screen.getByRole('article', { name: new RegExp(`^#${number} `) }).focus()
    await user.keyboard('x')
  }
  await user.keyboard('m')
  await user.click(await screen.findByRole('menuitem', { name: /^Review/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Move 1 card to Review' })
  within(dialog).getByText(cardsToMove(1))
  within(dialog).getByText(/^#114 /)
  within(dialog).getByText(stoppedMoves(1))
  await user.click(within(dialog).getByRole('button', { name: 'Move 1 card to Review' }))
  await waitFor(() => expect(patches()).toEqual(['PATCH /v1/cards/114']))
  const region = await screen.findByRole('region', { name: 'Notifications' })
  await within(region).findByText('1 moved, 1 left out.')
})

test('the labels of the selected cards change with L', async () => {
  const { user } = await openBoard()
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}')
  await within(await toolbar()).findByText('2 cards selected')
  await user.keyboard('l')
  const dialog = await screen.findByRole('dialog', { name: 'Label selected cards' })
  await user.click(within(dialog).getByRole('checkbox', { name: /^docs( |$)/ }))
  await user.click(within(dialog).getByRole('button', { name: /^Apply to 2 cards/ }))
  await waitFor(() => expect(patches()).toHaveLength(2))
})
