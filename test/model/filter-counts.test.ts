import { expect, test } from 'vitest'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { NONE } from '#model/card-filter.ts'
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
