import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HIDE_CARDS_WITH_LABELS, NO_LABEL, UNASSIGNED } from '#messages/filter-messages.ts'
import { nextStep } from '#messages/refusal-messages.ts'
import { columnsFilled, connect, pageOverService, type User } from '#test/support/page.tsx'

const { start } = pageOverService()

async function openBoard() {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await columnsFilled()
  return user
}

async function openMenu(user: User) {
  await user.click(screen.getByRole('button', { name: /^Filter( \d|$)/ }))
  const menu = await screen.findByRole('menu', { name: 'Filter' })
  await within(menu).findByRole('menuitemcheckbox', { name: /^docs/ })
  return menu
}

const option = (menu: HTMLElement, name: RegExp | string) =>
  within(menu).getByRole('menuitemcheckbox', { name })
const query = () => new URLSearchParams(window.location.search)

/** What "12 of 60 cards" says; undefined without a filter. */
function visibleCards(): number | undefined {
  const counts = screen.queryAllByText(/^\d+ of 60 cards$/)
  // The same sentence is announced, too.
  const shown = counts.find((element) => element.getAttribute('role') !== 'status')?.textContent
  return shown ? Number.parseInt(shown, 10) : undefined
}

test('the menu counts the cards of each option, and shows as many when it is chosen', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  await user.click(option(menu, HIDE_CARDS_WITH_LABELS))
  for (const name of [/^urgent/, /^Ada Okafor/, /^docs/, /^not docs/]) {
    const item = option(menu, name)
    const count = Number(/\d+/.exec(item.textContent ?? '')?.[0])
    expect(count).toBeGreaterThan(0)
    await user.click(item)
    await waitFor(() => expect(visibleCards()).toBe(count))
    await user.click(option(menu, name))
    await waitFor(() => expect(visibleCards()).toBeUndefined())
  }
})

test('labels that a card must not have are one line until they are asked for or searched for', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  const without = () => within(menu).queryAllByRole('menuitemcheckbox', { name: /^not / })
  expect(without()).toEqual([])
  await user.click(screen.getByRole('searchbox', { name: 'Find a filter' }))
  await user.keyboard('not docs')
  expect(without()).toHaveLength(1)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(query().get('label')).toMatch(/^!/))
  await user.keyboard('{Backspace}')
  // A choice stays in sight.
  expect(without()).toHaveLength(1)
  await user.click(option(menu, HIDE_CARDS_WITH_LABELS))
  expect(without().length).toBeGreaterThan(10)
})

test('the menu counts what the rest of the filter leaves', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  await user.click(option(menu, /^Ada Okafor/))
  await waitFor(() => expect(visibleCards()).toBeGreaterThan(0))
  const ofAda = visibleCards() ?? 0
  const names = ['urgent', 'high', 'medium', 'low']
  const count = (name: string) =>
    Number(/\d+/.exec(option(menu, new RegExp(`^${name}`)).textContent ?? '')?.[0])
  const counts = names.map(count)
  expect(counts.reduce((sum, one) => sum + one)).toBe(ofAda)
  // Other people are alternatives.
  const others = count('Mei Tanaka')
  expect(others).toBeGreaterThan(0)
  const name = names[counts.findIndex((one) => one > 0)] ?? ''
  await user.click(option(menu, new RegExp(`^${name}`)))
  await waitFor(() => expect(visibleCards()).toBe(counts[names.indexOf(name)]))
  expect(count('Mei Tanaka')).toBeLessThanOrEqual(others)
})

test('a word that is typed after a choice replaces the one before', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  const field = screen.getByRole('searchbox', { name: 'Find a filter' })
  await user.click(field)
  await user.keyboard('ada{Enter}')
  await waitFor(() => expect(query().get('assignee')).toBe('Ada Okafor'))
  await user.keyboard('urgent{Enter}')
  await waitFor(() => expect(query().get('priority')).toBe('urgent'))
  expect(field).toHaveProperty('value', 'urgent')
  expect(menu.isConnected).toBe(true)
})

test('options of one kind are alternatives, and those of several kinds apply together', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  await user.click(option(menu, /^urgent/))
  await waitFor(() => expect(visibleCards()).toBeLessThan(60))
  const urgent = visibleCards() ?? 0
  await user.click(option(menu, /^high/))
  await waitFor(() => expect(visibleCards()).toBeGreaterThan(urgent))
  const both = visibleCards() ?? 0
  await user.click(option(menu, /^Ada Okafor/))
  await waitFor(() => expect(visibleCards()).toBeLessThan(both))
  expect([query().getAll('priority'), query().get('assignee')]).toEqual([
    ['urgent', 'high'],
    'Ada Okafor',
  ])
})

test('cards without a label or an assignee can be found, and each chip removes its filter', async () => {
  const user = await openBoard()
  const menu = await openMenu(user)
  await user.click(option(menu, new RegExp(`^${UNASSIGNED}`)))
  await user.click(option(menu, new RegExp(`^${NO_LABEL}`)))
  await waitFor(() => expect(query().get('label')).toBe('none'))
  await user.keyboard('{Escape}')
  for (const name of [UNASSIGNED, NO_LABEL]) {
    await user.click(await screen.findByRole('button', { name: `Remove filter ${name}` }))
  }
  await waitFor(() => expect(query().toString()).toBe('w=12'))
})

test('a value in the URL that no card has is offered, so that it can be removed', async () => {
  const { keys } = await start()
  window.history.replaceState(null, '', '/?w=12&priority=someday')
  const { user } = await connect(keys.member)
  await screen.findByText('0 of 60 cards')
  const menu = await openMenu(user)
  await user.click(option(menu, /^someday/))
  await screen.findByRole('article', { name: /^#101/ })
  expect(query().has('priority')).toBe(false)
})

test('blocked cards are counted by cause, and each cause filters and says the next step', async () => {
  const user = await openBoard()
  await user.click(screen.getByRole('button', { name: /can’t move$/ }))
  const causes = await screen.findAllByRole('button', {
    name: /^(Checks are red|Conflicts|Nothing to merge) \d+$/,
  })
  const counts = causes.map(({ textContent }) => Number(/\d+/.exec(textContent ?? '')?.[0]))
  const blocked = counts.reduce((sum, count) => sum + count, 0)
  await waitFor(() => expect(visibleCards()).toBe(blocked))
  const checks = screen.getByRole('button', { name: /^Checks are red/ })
  await user.click(checks)
  await waitFor(() => expect(visibleCards()).toBe(counts[causes.indexOf(checks)]))
  expect(query().getAll('blocked')).toEqual(['checks'])
  await screen.findByText(nextStep('checks') ?? '')
  const menu = await openMenu(user)
  await user.click(option(menu, /^Conflicts/))
  // With two causes, there are two next steps: the cards have them.
  await waitFor(() => expect(screen.queryByText(nextStep('checks') ?? '')).toBeNull())
  expect(query().getAll('blocked')).toEqual(['checks', 'conflicts'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Remove filter Checks are red' }))
  expect(query().getAll('blocked')).toEqual(['conflicts'])
})
