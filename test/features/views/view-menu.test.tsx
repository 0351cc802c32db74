import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_CARDS_HIDDEN } from '#messages/board-status-messages.ts'
import { inHiddenColumn } from '#messages/interaction-messages.ts'
import { COPY_VIEW_LINK, yourSorting } from '#messages/view-messages.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { loadSavedViews } from '#state/saved-views-store.ts'
import { cardsIn, connect, NOT_SPOKEN, pageOverService, type User } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

async function openBoard(query = '') {
  window.history.replaceState(null, '', `/${query}`)
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('heading', { level: 2, name: 'Building' })
  await waitFor(() => expect(cardsIn('Building').length).toBeGreaterThan(0))
  // What announces is there.
  await waitFor(() => expect(heard.some((text) => text.startsWith('Board loaded.'))).toBe(true))
  return user
}

async function openView(user: User) {
  await user.click(screen.getByRole('button', { name: 'View' }))
  return screen.findByRole('menu', { name: 'View' })
}

const heard: string[] = []
const spoken = () => heard

beforeEach(() => {
  heard.length = 0
})
useAnnouncer.subscribe(({ text }) => heard.push(text))

const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

describe('sorting', () => {
  test('is in the link, is marked as a person’s own, and ends at the mark', async () => {
    const user = await openBoard()
    const byService = cardsIn('Building')
    const menu = await openView(user)
    await user.click(within(menu).getByRole('menuitemradio', { name: 'Title' }))
    await waitFor(() => expect(cardsIn('Building')).not.toEqual(byService))
    expect(sorted(cardsIn('Building'))).toEqual(sorted(byService))
    expect(window.location.search).toContain('sort=title')
    await user.keyboard('{Escape}')
    await screen.findByText(yourSorting('title'), NOT_SPOKEN)
    await waitFor(() => expect(spoken()).toContain(yourSorting('title')))
    await user.click(screen.getByRole('button', { name: 'Use the board’s order' }))
    await waitFor(() => expect(cardsIn('Building')).toEqual(byService))
    expect(window.location.search).not.toContain('sort')
  })

  test('of a link is there with the first cards', async () => {
    await openBoard('?sort=number')
    await waitFor(() => expect(cardsIn('Building')).toEqual(sorted(cardsIn('Building'))))
    await screen.findByText(yourSorting('number'), NOT_SPOKEN)
  })

  test('keeps a moved card where the sorting puts it', async () => {
    const user = await openBoard('?sort=number')
    const card = await screen.findByRole('article', { name: /^#103/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(() => expect(cardsIn('Building')).toContain(103))
    expect(cardsIn('Building')).toEqual(sorted(cardsIn('Building')))
  })
})

describe('a hidden column', () => {
  test('leaves the board by its menu, and comes back with Back and in the view menu', async () => {
    const user = await openBoard()
    const all = headings()
    await user.click(await screen.findByRole('button', { name: 'Column actions for Review' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }))
    await waitFor(() => expect(headings()).toEqual(all.filter((name) => name !== 'Review')))
    await screen.findByText(/1 column is hidden\./, NOT_SPOKEN)
    window.history.back()
    await waitFor(() => expect(headings()).toEqual(all))
    const menu = await openView(user)
    const review = within(menu).getByRole('menuitemcheckbox', { name: 'Review' })
    await user.click(review)
    await waitFor(() => expect(headings()).toHaveLength(all.length - 1))
    await user.click(review)
    await waitFor(() => expect(headings()).toEqual(all))
  })

  test('is not taken for the filter when all cards are in hidden columns', async () => {
    const user = await openBoard()
    const menu = await openView(user)
    for (const item of within(within(menu).getByRole('group', { name: 'Columns' })).getAllByRole(
      'menuitemcheckbox',
    ))
      await user.click(item)
    await user.keyboard('{Escape}')
    await screen.findByText(ALL_CARDS_HIDDEN)
    await user.click(screen.getByRole('button', { name: 'Show all cards' }))
    await waitFor(() => expect(cardsIn('Building').length).toBeGreaterThan(0))
  })

  test('still gets cards', async () => {
    const user = await openBoard()
    await user.click(await screen.findByRole('button', { name: 'Column actions for Building' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }))
    await waitFor(() => expect(headings()).not.toContain('Building'))
    screen.getByRole('article', { name: /^#101/ }).focus()
    await user.keyboard(']')
    await waitFor(() =>
      expect(spoken()).toContain(inHiddenColumn('#101 Rotate signing keys', 'Building')),
    )
    await screen.findAllByText('#101 Rotate signing keys moved from Queued to Building.')
    await user.click(screen.getByRole('button', { name: 'Show all columns' }))
    await waitFor(() => expect(cardsIn('Building')).toContain(101))
  })
})

describe('a saved view', () => {
  test('comes first in the view menu, and what the screen shows can be copied as a link without its card', async () => {
    const user = await openBoard('?w=12&priority=high&sort=title&card=101')
    await user.keyboard('{Escape}')
    const menu = await openView(user)
    const first = within(menu).getAllByRole('menuitem')[0]
    expect(first?.textContent).toBe('Save view…')
    await user.click(within(menu).getByRole('menuitem', { name: COPY_VIEW_LINK }))
    const link = new URL(await navigator.clipboard.readText())
    expect(link.origin).toBe(window.location.origin)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      w: '12',
      priority: 'high',
      sort: 'title',
    })
  })

  test('of all cards in their order is a link, too, which names its layout', async () => {
    const user = await openBoard('?w=12')
    const menu = await openView(user)
    await user.click(within(menu).getByRole('menuitem', { name: COPY_VIEW_LINK }))
    const link = new URL(await navigator.clipboard.readText())
    expect(link.search).toBe('?w=12&view=board')
  })

  test('has a name, is in the view menu and the palette, and can be replaced and deleted', async () => {
    const user = await openBoard('?priority=high&sort=title')
    await screen.findByText(/^\d+ of 60 cards$/)
    const shown = cardsIn('Building')
    const before = requests.length
    let menu = await openView(user)
    await user.click(within(menu).getByRole('menuitem', { name: 'Save view…' }))
    let dialog = await screen.findByRole('dialog', { name: 'Saved views' })
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await within(dialog).findByText('Enter a name for the view.')
    await user.type(within(dialog).getByLabelText('Name'), 'Urgent work{Enter}')
    await screen.findAllByText('Saved the view Urgent work.')
    expect(requests.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await user.click(screen.getByRole('button', { name: 'Use the board’s order' }))
    await waitFor(() => expect(cardsIn('Building').length).toBeGreaterThan(shown.length))
    menu = await openView(user)
    const item = within(menu).getByRole('menuitemradio', { name: 'Urgent work' })
    expect(item.getAttribute('aria-checked')).toBe('false')
    await user.click(item)
    await waitFor(() => expect(cardsIn('Building')).toEqual(shown))

    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await user.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Command palette' })
    await user.type(within(palette).getByRole('searchbox'), 'urgent work{Enter}')
    await waitFor(() => expect(cardsIn('Building')).toEqual(shown))

    menu = await openView(user)
    expect(
      within(menu).getByRole('menuitemradio', { name: 'Urgent work' }).getAttribute('aria-checked'),
    ).toBe('true')
    await user.click(within(menu).getByRole('menuitem', { name: 'Save view…' }))
    dialog = await screen.findByRole('dialog', { name: 'Saved views' })
    await user.type(within(dialog).getByLabelText('Name'), 'Urgent work')
    within(dialog).getByRole('button', { name: 'Replace view' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete Urgent work' }))
    expect(within(dialog).queryByRole('listitem')).toBeNull()
    expect(localStorage.getItem('trunkline.views')).not.toContain('Urgent')
  })

  test('of another version that can’t be read is dropped, and the others stay', async () => {
    const good = { name: 'Mine', query: '?sort=title' }
    const stored = { 12: [good, { name: 7 }, null], 14: 'x' }
    localStorage.setItem('trunkline.views', JSON.stringify(stored))
    loadSavedViews()
    const user = await openBoard()
    const menu = await openView(user)
    expect(
      within(within(menu).getByRole('group', { name: 'Saved views' }))
        .getAllByRole('menuitemradio')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mine'])
  })
})
