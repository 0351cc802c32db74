import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type ExportedCard, exportedCards } from '#features/export/exported-board.ts'
import { writeExport } from '#features/export/write-export.ts'
import { UNCONFIRMED_MOVE } from '#messages/export-messages.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aCard, aColumn } from '#test/support/builders.ts'

const CARD: ExportedCard = {
  number: 101,
  title: 'Rotate signing keys',
  column: 'Review',
  priority: 'high',
  assignee: 'Ada Okafor',
  labels: ['security', 'api'],
  blocked: '',
  partly: '',
  branch: '',
  commit: '',
  committedAt: '',
  inColumnSince: '',
  pull: '',
  state: '',
  next: '',
  unconfirmed: '',
  link: 'https://board.example/?w=12&card=101',
}
const BOARD = { board: 'Main', loadedAt: '2026-11-25T12:00:00.000Z', filter: '' }
const withCards = (...cards: Partial<ExportedCard>[]) => ({
  ...BOARD,
  cards: cards.map((card) => ({ ...CARD, ...card })),
})
const rowsOf = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.slice(1), { header: true }).data

test('the cards are as the board shows them, with what the service hasn’t confirmed', () => {
  const first = aCard(1, { labels: [{ id: '7' }], blocked: { reason: 'checks are red' } })
  const second = aCard(2, { assignee: 'Ada' })
  const column = aColumn('a', [], { name: 'Work', cards: [first, second] })
  const board = { columns: [column], unreadableCount: 0, hasNextPage: false }
  const labels = indexLabels([{ id: '7', name: 'Security', color: 'red', taskCount: 1 }])
  const cards = exportedCards(
    { board, inOrder: board },
    {
      labels,
      movingCardIds: new Set([second.id]),
      labelingCardIds: new Set(),
      linkOf: (number) => `https://board.example/${number}`,
    },
  )
  expect(cards).toMatchObject([
    { number: 1, column: 'Work', labels: ['Security'], blocked: 'checks are red', unconfirmed: '' },
    { number: 2, assignee: 'Ada', unconfirmed: UNCONFIRMED_MOVE, link: 'https://board.example/2' },
  ])
})

/** Of a card with this repository. */
function exportOf(repository: Record<string, unknown>): ExportedCard | undefined {
  const columns = [aColumn('a', [], { cards: [aCard(1, { repository })] })]
  const board = { columns, unreadableCount: 0, hasNextPage: false }
  const context = {
    labels: indexLabels([]),
    movingCardIds: new Set<string>(),
    labelingCardIds: new Set<string>(),
    linkOf: () => '',
  }
  return exportedCards({ board, inOrder: board }, context)[0]
}

test('a card of a repository has its branch, its commit, their times, and its next move', () => {
  const repository = {
    ...{ branch: 'fix/1', head: 'abc', placedBy: 'ancestry' },
    committedAt: '2026-11-20T08:00:00Z',
    enteredAt: '2026-11-21T08:00:00Z',
    next: { statusId: '2', result: 'conflicts', detail: 'a.ts' },
  }
  expect(exportOf(repository)).toMatchObject({
    branch: 'fix/1',
    commit: 'abc',
    committedAt: '2026-11-20T08:00:00.000Z',
    inColumnSince: '2026-11-21T08:00:00.000Z',
    state: 'Would conflict',
    next: 'Would conflict: a.ts',
  })
})

test.each([
  [{ url: 'https://git.test/7' }, 'https://git.test/7', 'Needs review'],
  [{ state: 'draft' }, '7', 'Draft'],
  [{ review: 'approved' }, '7', 'Ready'],
])('a card with a pull request has its address and what it waits for: %j', (own, pull, state) => {
  const repository = {
    ...{ placedBy: 'work', next: { statusId: '2', result: 'clean' } },
    pull: { number: 7, state: 'open', review: 'required', ...own },
  }
  expect(exportOf(repository)).toMatchObject({ pull, state })
})

test('a card names the further columns that have a part of it', () => {
  const columns = [
    aColumn('a', [], {
      name: 'Work',
      cards: [aCard(1, { repository: { partly: [{ statusId: '2' }, { statusId: '9' }] } })],
    }),
    aColumn('b', [], { name: 'Main', statusId: '2' }),
  ]
  const board = { columns, unreadableCount: 0, hasNextPage: false }
  const [card] = exportedCards(
    { board, inOrder: board },
    {
      labels: indexLabels([]),
      movingCardIds: new Set(),
      labelingCardIds: new Set(),
      linkOf: () => '',
    },
  )
  expect(card?.partly).toBe('Main')
  expect(writeExport(withCards({ partly: 'Main' }), 'markdown').text).toContain('Partly in Main')
})

test('the cards of a list are in its order, each with its own column', () => {
  const columns = [
    aColumn('a', [], { name: 'Work', cards: [aCard(1), aCard(2)] }),
    aColumn('b', [], { name: 'Done', cards: [aCard(3)] }),
  ]
  const board = { columns, unreadableCount: 0, hasNextPage: false }
  const inOrder = {
    ...board,
    columns: [aColumn('', [], { cards: [aCard(3), aCard(2), aCard(1)] })],
  }
  const context = {
    labels: indexLabels([]),
    movingCardIds: new Set<string>(),
    labelingCardIds: new Set<string>(),
    linkOf: () => '',
  }
  const cards = exportedCards({ board, inOrder }, context)
  expect(cards.map(({ number, column }) => [number, column])).toEqual([
    [3, 'Done'],
    [2, 'Work'],
    [1, 'Work'],
  ])
})

describe('CSV', () => {
  test('has every text as it is, whatever is in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    const card = fc.record({ title: text, column: text, assignee: text })
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 5 }), (cards) => {
        const rows = rowsOf(writeExport(withCards(...cards), 'csv').text)
        expect(rows).toHaveLength(cards.length)
        for (const [index, { title, column }] of cards.entries()) {
          expect([title, `'${title}`]).toContain(rows[index]?.title)
          expect([column, `'${column}`]).toContain(rows[index]?.column)
        }
      }),
      { seed: 1 },
    )
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '|x',
  ])('has no formula: %j gets an apostrophe', (title) => {
    const [row] = rowsOf(writeExport(withCards({ title }), 'csv').text)
    expect(row?.title).toBe(`'${title}`)
  })

  test('begins with a byte order mark, and has labels in one cell', () => {
    const { text, extension } = writeExport(withCards({}), 'csv')
    expect([text.charCodeAt(0), extension]).toEqual([0xfeff, 'csv'])
    expect(rowsOf(text)[0]).toMatchObject({ number: '101', labels: 'security; api' })
  })
})

describe('Markdown', () => {
  test('has a heading for each column, and a line for each card', () => {
    const { text } = writeExport(
      withCards({}, { number: 102, title: 'Second', column: 'Done', blocked: 'conflicts in a.ts' }),
      'markdown',
    )
    expect(text.split('\n').filter(Boolean)).toEqual([
      '# Main',
      'As of 2026-11-25T12:00:00.000Z.',
      '## Review (1)',
      '- [#101 Rotate signing keys](<https://board.example/?w=12&card=101>) · high · Ada Okafor · security, api',
      '## Done (1)',
      '- [#102 Second](<https://board.example/?w=12&card=101>) · high · Ada Okafor · security, api · Blocked: conflicts in a.ts',
    ])
  })

  test('has no markup from a card: each stays one line, with its signs escaped', () => {
    const title = '](x) **bold** <b>\r\u2028# heading | `code`'
    const { text } = writeExport(withCards({ title }), 'markdown')
    const [line] = text.split(/[\r\n\u2028\u2029]/).filter((one) => one.startsWith('- '))
    expect(line).toContain('\\](x) \\*\\*bold\\*\\* \\<b\\> # heading \\| \\`code\\`')
  })

  test.each(['# heading', '- list', '+ list', '1. list', '2) list', '= line'])(
    'has no markup from the beginning of a card without a number: %j',
    (title) => {
      const { text } = writeExport(withCards({ title, number: null, link: '' }), 'markdown')
      const [line] = text.split('\n').filter((one) => one.startsWith('- '))
      expect(line).toMatch(/^- \d*\\/)
    },
  )
})

test('JSON has the board, its time, the filter, and the cards', () => {
  const board = { ...withCards({}), filter: 'Filter: high' }
  expect(JSON.parse(writeExport(board, 'json').text)).toEqual(board)
})
