import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { FACE } from '#features/board/card/face.ts'
import { ONE_CARD, oneCardBoard } from '#test/support/one-card-board.ts'
import { connect, pageOverService, renderApp } from '#test/support/page.tsx'

const { start } = pageOverService()

/** Another value of each field that a service can send. */
const CHANGES = {
  number: 102,
  title: 'Rotate all keys',
  projectId: '42',
  statusId: '2',
  priority: 'low',
  assignee: 'Grace Hopper',
  labels: ['7'],
  blocked: { reason: 'branch conflicts', code: 'conflicts' },
  repository: { branch: 'card/101', next: { statusId: '2', result: 'conflicts' } },
} as const

/** The places that show something else once a field of the only card has another value. */
async function changedPlaces(change: object, query: string): Promise<string[]> {
  let card = ONE_CARD
  const { keys } = await start(http.get('*/v1/board', () => oneCardBoard(card)))
  window.history.replaceState(null, '', query)
  const { unmount } = await connect(keys.member)
  const before = await shown()
  unmount()
  // On a page of its own: a change by others would have a mark.
  card = { ...ONE_CARD, ...change }
  renderApp()
  const after = await shown()
  return Object.keys(before).filter((place) => before[place] !== after[place])
}

/** What the only card shows: in its cells in a list, otherwise on its face and by its column. */
async function shown(): Promise<Record<string, string>> {
  const card = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-card-id]')
    if (!found) throw new Error('There is no card yet.')
    return found
  })
  const cells = [...card.querySelectorAll<HTMLElement>('[data-cell], [data-facts]')]
  if (cells.length > 0) return Object.fromEntries(cells.map(cellOf))
  const column = card.closest('section')?.querySelector('h2')?.textContent ?? ''
  return { column, face: textOf(card) }
}

function cellOf(element: HTMLElement): [name: string, text: string] {
  const title = element.dataset.cell === 'title' ? element.querySelector('[dir]') : element
  return [element.dataset.cell ?? 'facts', textOf(title)]
}

/** With the names and hints of its parts, which aren't in the text. */
function textOf(element: Element | null): string {
  const named = element?.querySelectorAll<HTMLElement>('[aria-label], [data-tip]') ?? []
  const parts = [...named].filter((part) => !part.matches('[data-card-actions]'))
  const names = parts.map((part) => `${part.ariaLabel} ${part.dataset.tip}`)
  return [element?.textContent, ...names].join(' ')
}

describe.each(Object.entries(CHANGES))('the %s of a card', (field, value) => {
  const place = FACE[field as keyof typeof CHANGES]

  test('is on its face, or in the column, as its row in FACE says', async () => {
    const changed = await changedPlaces({ [field]: value }, '/')
    const face = place !== 'not shown' && place.face === 'column' ? 'column' : 'face'
    expect(changed).toEqual(place === 'not shown' ? [] : [face])
  })

  test('is in its cell of the list', async () => {
    const changed = await changedPlaces({ [field]: value }, '/?view=list')
    expect(changed).toEqual(place === 'not shown' ? [] : [place.row])
  })
})

test('every field of a card that a service sends has another value here', () => {
  const derived = ['id', 'lockedReason', 'isUnreadable']
  expect(new Set([...derived, ...Object.keys(CHANGES)])).toEqual(new Set(Object.keys(FACE)))
})

test('a pull request has its number beside that of the card, with a link that nothing opens by chance', async () => {
  const pull = { number: 128, state: 'draft', url: 'https://git.example/pull/128' }
  const card = { ...ONE_CARD, repository: { branch: 'card/101', pull } }
  const { keys } = await start(http.get('*/v1/board', () => oneCardBoard(card)))
  await connect(keys.member)
  const article = await screen.findByRole('article')
  const link = within(article).getByRole<HTMLAnchorElement>('link', { name: 'Pull request 128' })
  expect([link.textContent, link.href, link.tabIndex]).toEqual(['PR 128', pull.url, -1])
  expect(article.textContent).toContain('Draft')
  // A screen reader says it with the card.
  expect(article.getAttribute('aria-describedby')?.split(' ')).toContain(link.id)
})

test('the list says what a pull request and its time in the column are, where a service knows them', async () => {
  const pull = { number: 128, state: 'open', url: 'https://git.example/pull/128' }
  const enteredAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const known = { ...ONE_CARD, repository: { branch: 'card/101', pull, enteredAt } }
  let card = ONE_CARD
  const { keys } = await start(http.get('*/v1/board', () => oneCardBoard(card)))
  window.history.replaceState(null, '', '/?view=list')
  const { unmount } = await connect(keys.member)
  const without = await screen.findByRole('grid', { name: 'Cards' })
  expect(without.dataset.without).toBe('pull entered')
  unmount()
  card = known
  renderApp()
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-card-table] [data-card-id]')
    if (!found) throw new Error('There is no card yet.')
    return found
  })
  const textIn = (cell: string) => row.querySelector(`[data-cell="${cell}"]`)?.textContent
  expect([textIn('pull'), textIn('entered')]).toEqual(['PR 128', '3 days'])
  expect(screen.getByRole('grid', { name: 'Cards' }).dataset.without).toBe('')
})
