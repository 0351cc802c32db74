import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_ARRANGEMENT } from '#model/arrangement.ts'
import { choicesIn, EMPTY_FILTER } from '#model/card-filter.ts'
import { writeUrl } from '#state/url-state.ts'
import { connect, pageOverService } from '#test/support/page.tsx'
import { SINGLE_FILTERS } from '#test/support/sample-filter.ts'

const { start } = pageOverService()

const chips = () => screen.queryAllByRole('button', { name: /^Remove filter / })

async function openWith(filter: (typeof SINGLE_FILTERS)[number][1]) {
  const noBoard = {
    workspaceId: undefined,
    projectId: undefined,
    cardNumber: undefined,
    isWallDisplay: false,
  }
  const state = { ...noBoard, ...DEFAULT_ARRANGEMENT, ...filter }
  window.history.replaceState(null, '', `/${writeUrl(state)}`)
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('button', { name: 'Clear filters' })
  return user
}

describe.each(SINGLE_FILTERS)('a filter with only %s', (field, filter) => {
  test('is visible, is counted, and ends where it is visible', async () => {
    const user = await openWith(filter)
    const choices = choicesIn(filter)
    await waitFor(() => expect(chips()).toHaveLength(choices))
    expect(document.querySelector('[data-filter-chips]') !== null).toBe(choices > 0)
    if (choices === 0) {
      // What isn't a choice of the menu has a control in the header.
      const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter cards' })
      const blocked = screen.queryByRole('button', { name: /can’t move/, pressed: true })
      expect(search.value !== '' || blocked !== null, field).toBe(true)
      return
    }
    const button = screen.getByRole('button', { name: /^Filter( \d|$)/ })
    expect(button.textContent).toContain(String(choices))
    for (const chip of chips()) await user.click(chip)
    await waitFor(() => expect(document.querySelector('[data-active-filters]')).toBeNull())
    const names = Object.keys(EMPTY_FILTER).filter((name) => window.location.search.includes(name))
    expect(names).toEqual([])
  })
})

/** The field of the filter, and what has had the focus since then: the number of a card, or null. */
async function openFilter() {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  // The focus of cards follows the keys once the code for it is there.
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(card))
  const field = screen.getByRole('searchbox', { name: 'Filter cards' })
  const focused: unknown[] = []
  const add = ({ target }: Event) => {
    if (target instanceof Element) focused.push(target.getAttribute('data-card-number'))
  }
  document.addEventListener('focusin', add)
  onTestFinished(() => document.removeEventListener('focusin', add))
  field.focus()
  return { field, focused }
}

test('Escape empties the field, and then leads back to the cards', async () => {
  const { field, focused } = await openFilter()
  fireEvent.change(field, { target: { value: 'token' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(focused.at(-1)).toBe('101'))
})

test('Enter leads to the first match also when it comes before the cards follow the field', async () => {
  const { field, focused } = await openFilter()
  fireEvent.change(field, { target: { value: 'token' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(focused.at(-1)).toBe('122'))
  expect(focused).toEqual([null, '122'])
})

test('a change of the filter without a key takes back that Enter leads to the cards', async () => {
  const { field, focused } = await openFilter()
  fireEvent.change(field, { target: { value: 'token' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.change(field, { target: { value: 'toke' } })
  await waitFor(() => expect(screen.queryByRole('article', { name: /^#101/ })).toBeNull())
  expect(focused).toEqual([null])
})
