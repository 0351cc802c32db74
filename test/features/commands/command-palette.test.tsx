import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noResultMatches } from '#messages/command-messages.ts'
import { hideColumn } from '#messages/selection-messages.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

async function openPalette() {
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
  const card = await screen.findByRole('article', { name: /^#102/ })
  card.focus()
  // The keys of a card act once their code is there.
  await waitFor(() => expect(useBoardUiStore.getState().focusedCard).toBe('12000002'))
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  const options = () =>
    within(palette)
      .queryAllByRole('option')
      .map((option) => option.textContent)
  return { user, palette, options }
}

test('the palette finds a card by its number first, and by words of its title and its assignee', async () => {
  const { user, palette, options } = await openPalette()
  await user.keyboard('#103')
  await waitFor(() => expect(options()[0]).toContain('#103'))
  await user.clear(within(palette).getByRole('searchbox'))
  await user.keyboard('ada keys')
  await waitFor(() => expect(options()[0]).toContain('#101 Rotate signing keys'))
  await user.keyboard('{Enter}')
  await screen
    .findByRole('complementary', { name: /^#101/ })
    .catch(() => screen.findByRole('dialog', { name: /^#101/ }))
})

test('a command comes before cards when its beginning is typed, and after them otherwise', async () => {
  const { user, palette, options } = await openPalette()
  const indexOf = (start: string) => options().findIndex((text) => text?.startsWith(start))
  // Of two cards, "export" is in the title.
  await user.keyboard('exp')
  await waitFor(() => expect(indexOf('Export')).toBe(0))
  expect(indexOf('#')).toBeGreaterThan(0)
  await user.clear(within(palette).getByRole('searchbox'))
  await user.keyboard('r')
  await waitFor(() => expect(options()[0]).toMatch(/^R/))
  await user.clear(within(palette).getByRole('searchbox'))
  await user.keyboard('ada')
  await waitFor(() => expect(indexOf('#')).toBe(0))
})

test('a command is found by what else people call it', async () => {
  const { user, palette, options } = await openPalette()
  for (const [word, command] of [
    ['csv', /^Export visible/],
    ['german', /^Language: Deutsch/],
    ['conflict', /^Show only cards that can’t move/],
  ] as const) {
    await user.clear(within(palette).getByRole('searchbox'))
    await user.keyboard(word)
    await waitFor(() => expect(options().some((text) => command.test(text ?? ''))).toBe(true))
  }
  // Cards have it in their title, too.
  await user.clear(within(palette).getByRole('searchbox'))
  await user.keyboard('csv')
  await waitFor(() => expect(options()[0]).toMatch(/^Export visible/))
  expect(options().length).toBeGreaterThan(1)
})

test('commands for the focused card come first among the actions, and act on it', async () => {
  const { user, palette, options } = await openPalette()
  await user.keyboard('page through')
  await waitFor(() =>
    expect(
      options().filter((text) => text?.includes('of #102') || text?.includes('Move #102')),
    ).not.toEqual([]),
  )
  await user.click(within(palette).getByRole('option', { name: /^Move #102 .* to…/ }))
  await screen.findByRole('menu', { name: /^Move #102/ })
})

test('a column leads to its first visible card, and a board opens', async () => {
  const { user, palette } = await openPalette()
  await user.keyboard('review column')
  await user.click(await within(palette).findByRole('option', { name: /^Review/ }))
  await waitFor(() => {
    const column = screen.getByRole('region', { name: 'Review' })
    expect(column.contains(document.activeElement)).toBe(true)
  })
  await user.keyboard('{Control>}k{/Control}')
  const again = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('large board')
  await user.click(await within(again).findByRole('option', { name: /^Large board/ }))
  await screen.findByRole('button', { name: /^Workspace Large board/ })
})

test('the palette says what it looked for when nothing matches', async () => {
  const { user, palette } = await openPalette()
  await user.keyboard('zzz')
  await within(palette).findByText(noResultMatches('zzz'))
})

test('what was chosen last comes first, once, and a text finds everything as before', async () => {
  localStorage.removeItem('trunkline.commands')
  const { user, options } = await openPalette()
  const before = options().length
  const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  for (const [text, label] of [
    ['theme: system', 'Theme: system'],
    ['sort title', 'Sort by title'],
  ] as const) {
    await user.keyboard(text)
    await waitFor(() => expect(shown()[0]).toContain(label))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Command palette' })
  }
  // Sorting by title is no longer offered, and the way back is.
  await waitFor(() => expect(shown()[0]).toContain('Theme: system'))
  expect(screen.getAllByText('Recent')).toHaveLength(1)
  expect(shown().filter((text) => text === 'Theme: system')).toHaveLength(1)
  expect(shown()).toHaveLength(before)
  await user.keyboard('labels')
  await waitFor(() => expect(screen.queryByText('Recent')).toBeNull())
})

test('with selected cards, their labels are one command, and those of visible cards none', async () => {
  const { user } = await openPalette()
  await user.keyboard('{Escape}')
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  screen.getByRole('article', { name: /^#102/ }).focus()
  await user.keyboard('x')
  await screen.findByRole('toolbar')
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('label')
  await within(palette).findByRole('option', { name: /^Label the selected cards…/ })
  expect(within(palette).queryByRole('option', { name: /^Label visible cards…/ })).toBeNull()
})

test('commands of single columns are only found by their words', async () => {
  const { user, options } = await openPalette()
  const isOfColumn = (text: string | null) => text === hideColumn('Review')
  await waitFor(() => expect(options().length).toBeGreaterThan(10))
  expect(options().some(isOfColumn)).toBe(false)
  await user.keyboard('hide review')
  await waitFor(() => expect(options().some(isOfColumn)).toBe(true))
})
