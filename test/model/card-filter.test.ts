import { describe, expect, test } from 'vitest'
import { type CardFilter, filterCards, NO_FILTER, prioritiesOf } from '#model/card-filter.ts'
import { indexLabels } from '#model/card-labels.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const board = {
  columns: [
    aColumn('a', [], {
      cards: [
        aCard(1, { title: 'Login fails', assignee: 'Ada', labels: [{ id: '7' }], blocked: { reason: 'x' } }),
        aCard(12, { title: 'Logout', priority: 'high' }),
        aCard(13, { priority: 'someday', labels: [{ id: 'Docs' }] }),
      ],
    }),
    aColumn('b', [3]),
  ],
  unreadable: 0,
  incomplete: false,
}
const labels = indexLabels([
  { id: '7', name: 'Security', color: 'red', taskCount: 1 },
  { id: '8', name: 'Docs', color: 'gray', taskCount: 1 },
])

describe('the filter', () => {
  test.each<[Partial<CardFilter>, number[]]>([
    [{ text: 'log' }, [1, 12]],
    [{ text: 'LOG ada' }, [1]],
    [{ text: 'security' }, [1]],
    [{ text: '#12' }, [12]],
    [{ text: 'high' }, [12]],
    [{ text: 'nothing' }, []],
    [{ blockedOnly: true }, [1]],
    [{ priorities: ['high'] }, [12]],
    [{ priorities: ['high', 'someday'] }, [12, 13]],
    [{ labelIds: ['7'] }, [1]],
    [{ labelIds: ['7', '8'] }, [1, 13]],
    [{ labelIds: ['7'], text: 'logout' }, []],
    [{ labelIds: ['999'] }, []],
  ])('%j keeps %j', (wish, kept) => {
    const shown = filterCards(board, { ...NO_FILTER, ...wish }, labels)
    expect(shown.columns.flatMap((column) => column.cards.map((card) => card.number))).toEqual(kept)
  })

  test('without a wish it is the same board', () => {
    expect(filterCards(board, { ...NO_FILTER, text: '  ' }, labels)).toBe(board)
  })
})

test('priorities are offered as cards have them, the usual ones by urgency [gap G17]', () => {
  const cards = ['low', 'someday', 'urgent', '', 'low'].map((priority, index) => aCard(index, { priority }))
  expect(prioritiesOf({ ...aBoard({}), columns: [aColumn('a', [], { cards })] })).toEqual(['urgent', 'low', 'someday'])
})
