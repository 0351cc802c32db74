import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_CARDS_HIDDEN } from '#messages/board-status-messages.ts'
import { inCollapsedColumn } from '#messages/interaction-messages.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { openBoard as openOtherBoard } from '#state/open-board.ts'
import {
  cardsIn,
  columnsFilled,
  connect,
  pageOverService,
  renderApp,
  type User,
  untilTraversed,
} from '#test/support/page.tsx'

const { start } = pageOverService()

async function openBoard(query = '') {
  window.history.replaceState(null, '', `/?w=12${query}`)
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  await waitFor(() => cardElement(101))
  return user
}

/** A card, or a row of the list. */
function cardElement(number: number): HTMLElement {
  const [element] = document.querySelectorAll<HTMLElement>(`[data-card-number="${number}"]`)
  if (!element) throw new Error(`There is no #${number}`)
  return element
}

async function choose(user: User, name: string) {
  await user.click(screen.getByRole('button', { name: 'View' }))
  const menu = await screen.findByRole('menu', { name: 'View' })
  const item = { name: (text: string) => text === name || text.startsWith(`${name} `) }
  await user.click(
    within(menu).queryByRole('menuitemradio', item) ??
      within(menu).getByRole('menuitemcheckbox', item),
  )
  await user.keyboard('{Escape}')
}

async function collapse(user: User, column: string) {
  await user.click(await screen.findByRole('button', { name: `Column actions for ${column}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Collapse column' }))
}

const expander = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Expand ${name}, `) })
const card = (number: number) => screen.getByRole('article', { name: new RegExp(`^#${number} `) })
const heard: string[] = []

beforeEach(() => {
  heard.length = 0
  window.localStorage.removeItem('trunkline.arrangements')
  window.localStorage.removeItem('trunkline.views')
})
useAnnouncer.subscribe(({ text }) => heard.push(text))

describe('a collapsed column', () => {
  test('keeps its name and its count, is in the link, and a press expands it', async () => {
    const user = await openBoard()
    await columnsFilled()
    const count = cardsIn('Building').length
    await waitFor(() => expect(heard).toContain('Board loaded. 60 cards.'))
    await collapse(user, 'Building')
    const button = await screen.findByRole('button', { name: `Expand Building, ${count} cards` })
    expect(window.location.search).toContain('collapse=1202')
    expect(cardsIn('Building')).toEqual([])
    await waitFor(() => expect(heard).toContain('1 column is collapsed.'))
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(cardsIn('Building')).toHaveLength(count))
    const menuButton = screen.getByRole('button', { name: 'Column actions for Building' })
    await waitFor(() => expect(document.activeElement).toBe(menuButton))
    expect(window.location.search).not.toContain('collapse')
  })

  test('takes a card that moves there, and the page says where it is', async () => {
    const user = await openBoard('&collapse=1202')
    await expander('Building')
    card(103).focus()
    await user.keyboard(']')
    const text = inCollapsedColumn('#103 Explain quota errors in the CLI', 'Building')
    await waitFor(() => expect(heard).toContain(text))
    // The card in its place, and not the first one of the board.
    await waitFor(() => expect(document.activeElement).toBe(card(109)))
    await screen.findByRole('button', { name: 'Expand Building, 12 cards' })
  })

  test('keeps its place on a board with lanes', async () => {
    await openBoard('&collapse=1202&group=assignee')
    await expander('Building')
    expect(screen.queryAllByRole('group', { name: 'Building' })).toEqual([])
    expect(screen.getAllByRole('group', { name: 'Queued' }).length).toBeGreaterThan(0)
  })
})

describe.each(['board', 'list'])('a collapsed group on a %s', (layout) => {
  const lane = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} \\d`) })
  const cards = () => [...document.querySelectorAll('[data-card-number]')]

  test('keeps its name and its count, is in the link, and comes back', async () => {
    const user = await openBoard(`&group=priority&view=${layout}`)
    const urgent = await lane('urgent')
    const text = urgent.textContent
    const group = urgent.closest('[role="rowgroup"], [role="region"]')
    const ownCards = () => group?.querySelectorAll('[data-card-number]').length
    const before = ownCards()
    expect(before).toBeGreaterThan(0)
    await user.click(urgent)
    await waitFor(() => expect(urgent.getAttribute('aria-expanded')).toBe('false'))
    expect(window.location.search).toContain('collapse-group=%3Durgent')
    expect(ownCards()).toBe(0)
    expect([urgent.textContent, document.activeElement]).toEqual([text, urgent])
    await waitFor(() => expect(heard).toContain('1 group is collapsed.'))
    expect(screen.queryByText(/of 60/)).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(urgent.getAttribute('aria-expanded')).toBe('true'))
    expect(ownCards()).toBe(before)
  })

  test('expands when a panel opens for one of its cards, and may be collapsed again', async () => {
    const user = await openBoard(`&group=priority&view=${layout}&collapse-group=%3Dhigh&card=101`)
    await screen.findByRole('dialog', { name: /^#101/ })
    const high = await lane('high')
    await waitFor(() => expect(high.getAttribute('aria-expanded')).toBe('true'))
    await waitFor(() => cardElement(101))
    await user.click(high)
    await waitFor(() => expect(high.getAttribute('aria-expanded')).toBe('false'))
  })

  test('is one of all that the palette collapses, and the menu expands', async () => {
    const user = await openBoard(`&group=priority&view=${layout}`)
    await lane('urgent')
    cardElement(101).focus()
    await user.keyboard('{Control>}k{/Control}all groups')
    await user.click(await screen.findByRole('option', { name: 'Collapse all groups' }))
    await waitFor(() => expect(cards()).toEqual([]))
    await waitFor(() =>
      expect(heard).toContainEqual(expect.stringMatching(/^#101 .* is collapsed/)),
    )
    const board = document.querySelector('[data-board]')
    await waitFor(() => expect(document.activeElement).toBe(board))
    expect(screen.queryByText(ALL_CARDS_HIDDEN)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'View' }))
    const menu = await screen.findByRole('menu', { name: 'View' })
    expect(within(menu).queryByRole('menuitem', { name: 'Collapse all groups' })).toBeNull()
    await user.click(within(menu).getByRole('menuitem', { name: 'Expand all groups' }))
    await waitFor(() => expect(cards().length).toBeGreaterThan(0))
  })
})

describe('what cards show', () => {
  test('leaves out what a person has switched off, and brings it back', async () => {
    const user = await openBoard()
    await within(card(101)).findByText('security')
    await choose(user, 'Labels')
    await waitFor(() => expect(within(card(101)).queryByText('security')).toBeNull())
    within(card(101)).getByText('high')
    expect(window.location.search).toContain('without=labels')
    await user.click(card(101))
    await within(await screen.findByRole('dialog', { name: /Rotate/ })).findByText('security')
    await untilTraversed(() => user.keyboard('{Escape}'))
    await choose(user, 'Labels')
    await waitFor(() => within(card(101)).getByText('security'))
  })

  test('is closer together on a compact board', async () => {
    const user = await openBoard()
    await choose(user, 'Compact')
    await waitFor(() => expect(card(101).closest('[data-density="compact"]')).not.toBeNull())
    expect(window.location.search).toContain('density=compact')
  })
})

describe('the view that a board opens with', () => {
  const { getState } = useKeysStore
  const keyId = () => getState().keys[0]?.id ?? ''

  test('is how it was arranged last on this device, in each board by itself', async () => {
    const user = await openBoard()
    await choose(user, 'Title')
    await waitFor(() => expect(window.location.search).toContain('sort=title'))
    openOtherBoard({ keyId: keyId(), workspaceId: '15' })
    await waitFor(() => expect(window.location.search).toBe('?w=15'))
    openOtherBoard({ keyId: keyId(), workspaceId: '12' })
    await waitFor(() => expect(window.location.search).toBe('?w=12&sort=title'))
  })

  test('is there again after a reload of a link without one, and gone once it was reset', async () => {
    const user = await openBoard()
    await choose(user, 'Title')
    await waitFor(() =>
      expect(window.localStorage.getItem('trunkline.arrangements')).toContain('title'),
    )
    cleanup()
    window.history.replaceState(null, '', '/?w=12')
    renderApp()
    await waitFor(() => expect(window.location.search).toBe('?w=12&sort=title'))
    await user.click(await screen.findByRole('button', { name: 'Use the board’s order' }))
    await waitFor(() => expect(window.localStorage.getItem('trunkline.arrangements')).toBe('{}'))
  })

  test('is a link’s own if it has a filter, an arrangement, or a card', async () => {
    const user = await openBoard()
    await choose(user, 'Title')
    await waitFor(() =>
      expect(window.localStorage.getItem('trunkline.arrangements')).toContain('title'),
    )
    for (const query of ['q=keys', 'group=label', 'card=101', 'view=board']) {
      cleanup()
      window.history.replaceState(null, '', `/?w=12&${query}`)
      renderApp()
      await screen.findAllByRole('article')
      await screen.findAllByRole('button', { name: /^Column actions/ })
      expect(window.location.search).toBe(`?w=12&${query}`)
      // What a link brings along isn't what a person has chosen.
      expect(localStorage.getItem('trunkline.arrangements')).toContain('title')
    }
  })

  test('is the default view, if there is one', async () => {
    const user = await openBoard('&q=keys&group=label')
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save view…' }))
    await user.type(await screen.findByLabelText('Name'), 'Keys{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save view…' }))
    const toggle = await screen.findByRole('button', { name: 'Default: open the board with Keys' })
    await user.click(toggle)
    await waitFor(() => expect(toggle.getAttribute('aria-pressed')).toBe('true'))
    await user.keyboard('{Escape}')
    cleanup()
    window.history.replaceState(null, '', '/?w=12')
    renderApp()
    await waitFor(() => expect(window.location.search).toBe('?w=12&q=keys&group=label'))
  })
})
