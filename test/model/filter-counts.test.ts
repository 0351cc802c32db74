import { expect, test } from 'vitest'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { EMPTY_FILTER, NONE } from '#model/card-filter.ts'
import { filterCounts } from '#model/filter-counts.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const labels = indexLabels([{ id: '7', name: 'Security', color: 'red', taskCount: 1 }])
const both = ['Zoe', 'Ada'].join(ASSIGNEE_SEPARATOR)
const board = {
  ...aBoard({}),
  columns: [
    aColumn('a', [], {
      cards: [
        aCard(1, { assignee: 'Zoe', priority: 'high', labels: [{ id: '7' }] }),
        aCard(2, { assignee: both, labels: [{ id: 'Security' }, { id: '9' }] }),
      ],
    }),
    aColumn('b', [], { cards: [aCard(3, { labels: [] }), aCard(4, { labels: null })] }),
  ],
}

test('counts cards by priority, person, and label, also those without', () => {
  const counts = filterCounts(board, labels)
  expect(Object.fromEntries(counts.priorities)).toEqual({ high: 1, medium: 3 })
  expect(Object.fromEntries(counts.assignees)).toEqual({ Ada: 1, Zoe: 2, [NONE]: 2 })
  // The labels of card 4 can't be read: it may have some.
  expect(Object.fromEntries(counts.labels)).toEqual({ 7: 2, 9: 1, [NONE]: 1 })
})

test('lists people by the alphabet, and cards without one last', () => {
  expect([...filterCounts(board, labels).assignees.keys()]).toEqual(['Ada', 'Zoe', NONE])
})

test('counts nothing without a board', () => {
  expect(filterCounts(undefined, labels).labels.size).toBe(0)
})

test('counts what the rest of the filter leaves, and choices of one kind as alternatives', () => {
  const counts = filterCounts(board, labels, { ...EMPTY_FILTER, assignees: ['Ada'] })
  expect(Object.fromEntries(counts.priorities)).toEqual({ high: 0, medium: 1 })
  expect(Object.fromEntries(counts.assignees)).toEqual({ Ada: 1, Zoe: 2, [NONE]: 2 })
})

test('counts labels that a card must not have together: each one narrows further', () => {
  const two = indexLabels([
    { id: '7', name: 'Security', color: 'red', taskCount: 1 },
    { id: '8', name: 'Docs', color: 'red', taskCount: 1 },
  ])
  const cards = ['7', '7', '8', '8', '8'].map((id, index) => aCard(index, { labels: [{ id }] }))
  const labeled = { ...aBoard({}), columns: [aColumn('a', [], { cards: [...cards, aCard(9)] })] }
  const lacking = (withoutLabelIds: string[]) =>
    Object.fromEntries(filterCounts(labeled, two, { ...EMPTY_FILTER, withoutLabelIds }).lacking)
  expect(lacking([])).toEqual({ 7: 4, 8: 3 })
  expect(lacking(['7'])).toEqual({ 7: 4, 8: 1 })
  // A link can have one that is gone, which hides nothing.
  expect(lacking(['gone'])).toEqual({ 7: 4, 8: 3, gone: 6 })
})

test('counts refused cards also where a filter leaves none that wasn’t tried', () => {
  const next = { statusId: 'b', result: 'conflicts' }
  const blocked = { code: 'promotion_refused', reason: 'No.', next: undefined }
  const cards = [
    aCard(1, { assignee: 'Ada', blocked, statusId: 'a' }),
    aCard(2, { assignee: 'Zoe', statusId: 'a', repository: { next } }),
  ]
  const stopped = { ...aBoard({}), columns: [aColumn('a', [], { cards }), aColumn('b', [])] }
  const states = (assignees: string[]) =>
    filterCounts(stopped, labels, { ...EMPTY_FILTER, assignees }).states
  expect(states([]).get('refused')).toBe(1)
  expect(states(['Ada']).get('refused')).toBe(1)
  expect(states(['Ada']).get('untried')).toBe(0)
})

test('counts cards without a pull request only where others have one', () => {
  const boardOf = (pull: object | undefined) => ({
    ...aBoard({}),
    columns: [
      aColumn('a', [], {
        cards: [aCard(1, { repository: { pull } }), aCard(2, { repository: {} })],
      }),
    ],
  })
  const states = (pull: object | undefined) => filterCounts(boardOf(pull), labels).states
  expect(states({ number: 128, state: 'draft' })).toEqual(
    new Map([
      ['draft', 1],
      ['nopull', 1],
    ]),
  )
  expect(states(undefined)).toEqual(new Map())
})
