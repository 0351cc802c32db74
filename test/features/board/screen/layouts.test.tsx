import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { NO_CARDS_MATCH } from '#messages/board-status-messages.ts'
import { hiddenLanes } from '#messages/lane-messages.ts'
import { SELECTION } from '#messages/selection-messages.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { connect, pageOverService, type User } from '#test/support/page.tsx'
import { columnOnServer } from '#test/support/steps.ts'

const { start } = pageOverService()

async function openBoard(query: string) {
  window.history.replaceState(null, '', `/${query}`)
  const running = await start()
  const { user } = await connect(running.keys.member)
  return { running, user }
}

async function openList(query = '') {
  const { running, user } = await openBoard(`?view=list${query}`)
  const table = await screen.findByRole('grid', { name: 'Cards' })
  await waitFor(() => expect(rows(table).length).toBeGreaterThan(0))
  return { running, user, table }
}

const lanes = () => screen.getAllByRole('region', { name: / cards?$/ })
const focused = () => document.activeElement?.getAttribute('aria-label')
const numberOf = (element: HTMLElement) => Number(element.dataset.cardNumber)
const cardsInLane = (lane: HTMLElement, column: string) =>
  within(lane)
    .queryAllByRole('group', { name: column })
    .map((cell) => numberOf(within(cell).getByRole('article')))

const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .filter(({ dataset }) => dataset.cardId !== undefined)

async function press(user: User, keys: string, card: RegExp) {
  await user.keyboard(keys)
  await waitFor(() => expect(focused()).toMatch(card))
}

describe('lanes', () => {
  test('of a link have heads with counts, and each card is in its column and lane', async () => {
    await openBoard('?group=assignee')
    const [ada, ...others] = await waitFor(() => lanes())
    expect(ada).toBe(screen.getByRole('region', { name: 'Ada Okafor 7 cards' }))
    expect(ada && cardsInLane(ada, 'Queued')).toEqual([101, 159])
    expect(ada && cardsInLane(ada, 'Building')).toEqual([142])
    expect(others.length).toBeGreaterThan(1)
    screen.getByRole('heading', { name: 'Queued' })
  })

  test('are chosen in the menu, announced, and end there', async () => {
    const { user } = await openBoard('')
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Label' }))
    await screen.findByRole('region', { name: 'api 7 cards' })
    expect(window.location.search).toContain('group=label')
    await waitFor(() =>
      expect(useAnnouncer.getState().text).toBe(
        'Grouped by label. A card with several labels is in the group of the first one.',
      ),
    )
    await user.click(screen.getByRole('menuitemradio', { name: 'Nothing' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'api 7 cards' })).toBeNull())
    screen.getByRole('article', { name: /^#101/ })
  })

  test('keep the arrow keys in the lane to the side, and lead on from lane to lane', async () => {
    const { user } = await openBoard('?group=assignee')
    const first = await screen.findByRole('article', { name: /^#101/ })
    first.focus()
    await press(user, '{ArrowDown}', /^#159/)
    await press(user, '{ArrowRight}', /^#142/)
    await press(user, '{ArrowRight}', /^#112/)
    await press(user, '{ArrowDown}', /^#130/)
    await press(user, '{ArrowDown}', /^#113/)
    await press(user, '{ArrowLeft}', /^#106/)
  })

  test('show a moved card in the same lane, in its new column', async () => {
    const { running, user } = await openBoard('?group=assignee')
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(async () => expect(await columnOnServer(running, 101)).toBe('Building'))
    const ada = screen.getByRole('region', { name: 'Ada Okafor 7 cards' })
    await waitFor(() => expect(cardsInLane(ada, 'Building')).toContain(101))
    await waitFor(() => expect(focused()).toMatch(/^#101/))
  })

  test('that the filter empties are counted, with the way back', async () => {
    const { user } = await openBoard('?group=assignee&q=Ada')
    await screen.findByRole('region', { name: 'Ada Okafor 7 cards' })
    expect(lanes()).toHaveLength(1)
    await screen.findByText(hiddenLanes(6))
    await user.click(screen.getByRole('button', { name: 'Show all cards' }))
    await waitFor(() => expect(lanes().length).toBeGreaterThan(1))
    expect(screen.queryByText(hiddenLanes(6))).toBeNull()
  })
})

describe('the list', () => {
  test('has a row for each card of all columns, with what the card shows', async () => {
    const { table } = await openList()
    const row = within(table).getByRole('row', { name: /^#101/ })
    await within(row).findByText('security')
    const cells = within(row).getAllByRole('gridcell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '#101',
      'Rotate signing keys',
      'Queued',
      'high',
      'AO',
      'security',
      // What only a service over repositories knows has no column.
      '',
      '',
      '',
    ])
    expect(table.dataset.without).toBe('pull entered')
    expect(within(table).getAllByRole('columnheader')).toHaveLength(cells.length)
    expect(table.getAttribute('aria-rowcount')).toBe('61')
    expect(row.getAttribute('aria-describedby')?.split(' ')).toHaveLength(6)
  })

  test('is sorted by its heads, and a second press ends that', async () => {
    const { user, table } = await openList()
    const byService = rows(table).map(numberOf)
    const head = within(table).getByRole('columnheader', { name: 'Title' })
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(rows(table).map(numberOf)).not.toEqual(byService))
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    const titles = rows(table).map((row) => row.getAttribute('aria-label')?.replace(/^#\d+ /, ''))
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
    expect(titles).toEqual(titles.toSorted((a = '', b = '') => compare(a, b)))
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(rows(table).map(numberOf)).toEqual(byService))
    expect(head.hasAttribute('aria-sort')).toBe(false)
  })

  test('is used by the keys of the board: focus, selection, panel, move, and label', async () => {
    const { running, user, table } = await openList()
    const [first, second, third] = rows(table)
    first?.focus()
    await press(user, '{ArrowDown}', new RegExp(`^#${second?.dataset.cardNumber} `))
    await user.keyboard('x{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(third?.getAttribute('aria-selected')).toBe('true'))
    expect(second?.getAttribute('aria-selected')).toBe('true')
    expect(first?.getAttribute('aria-selected')).toBe('false')
    await screen.findByRole('toolbar', { name: SELECTION })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(second?.hasAttribute('aria-selected')).toBe(false))
    await press(user, '{Home}', /^#101/)
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: /Rotate signing keys/ })
    await user.keyboard('j')
    await waitFor(() =>
      expect(window.location.search).toContain(`card=${second?.dataset.cardNumber}`),
    )
    await user.keyboard('{Escape}')
    await press(user, '{Home}', /^#101/)
    await user.keyboard('m')
    await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
    await waitFor(async () => expect(await columnOnServer(running, 101)).toBe('Building'))
    const moved = within(table).getByRole('row', { name: /^#101/ })
    await waitFor(() => within(moved).getByText('Building'))
  })

  test('groups its rows below heads', async () => {
    const { table } = await openList('&group=priority')
    const urgent = within(table).getByRole('rowgroup', { name: 'urgent 5 cards' })
    const indexes = within(table)
      .getAllByRole('row')
      .map((row) => Number(row.getAttribute('aria-rowindex')))
    expect(indexes).toEqual(indexes.map((_, index) => index + 1))
    expect(rows(urgent)).toHaveLength(5)
  })

  test('answers keys and clicks after a change of its groups', async () => {
    const { user } = await openList()
    for (const group of ['Priority', 'Nothing']) {
      await user.click(screen.getByRole('button', { name: 'View' }))
      const [choice] = await screen.findAllByRole('menuitemradio', { name: group })
      if (choice) await user.click(choice)
      await user.keyboard('{Escape}')
      const groupCount = group === 'Nothing' ? 0 : 1
      await waitFor(() =>
        expect(screen.queryAllByRole('rowgroup', { name: /^urgent / })).toHaveLength(groupCount),
      )
      await screen.findByRole('grid', { name: 'Cards' })
      const [first, second] = rows(screen.getByRole('grid', { name: 'Cards' }))
      first?.focus()
      await press(user, '{ArrowDown}', new RegExp(`^#${second?.dataset.cardNumber} `))
      await user.keyboard('x')
      await waitFor(() => expect(second?.getAttribute('aria-selected')).toBe('true'))
      await screen.findByRole('toolbar', { name: SELECTION })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    }
  })

  test('says so when the filter leaves nothing, with the way back', async () => {
    const { user } = await openBoard('?view=list&q=nothing-like-this')
    await screen.findByText(NO_CARDS_MATCH)
    await user.click(screen.getByRole('button', { name: 'Show all cards' }))
    const table = await screen.findByRole('grid', { name: 'Cards' })
    await waitFor(() => expect(rows(table).length).toBeGreaterThan(0))
  })
})
