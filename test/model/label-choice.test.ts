import { describe, expect, test } from 'vitest'
import { afterPress, labelState, labelUse } from '#model/label-choice.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aCard } from '#test/support/builders.ts'

const LABELS = indexLabels([
  { id: '7', name: 'bug', color: 'red', taskCount: 1 },
  { id: '8', name: 'api', color: 'blue', taskCount: 1 },
])
const label = (id: string) => ({ id, name: `Label ${id}`, color: 'red' })
const BUG = { id: '7', name: 'bug' }
const NONE = { add: [], remove: [] }

test('the labels of many cards are counted, each once a card, and unreadable cards don’t count', () => {
  const cards = [
    aCard(1, { labels: [label('7'), label('bug')] }),
    aCard(2, { labels: [label('7'), label('8')] }),
    aCard(3, { labels: null }),
  ]
  const use = labelUse(cards, LABELS)
  expect(use.labels.map(({ name }) => name)).toEqual(['bug', 'api'])
  expect(use.cardCount).toBe(2)
  expect(['7', '8', '9'].map((id) => labelState(use, id))).toEqual(['all', 'some', 'none'])
})

describe('pressing a label again and again', () => {
  const presses = (state: 'all' | 'some' | 'none', count: number) =>
    Array.from({ length: count }).reduce<typeof NONE>(
      (changes) => afterPress(changes, BUG, state) as typeof NONE,
      NONE,
    )

  test('adds it to all, and takes that back, when no card has it', () => {
    expect(presses('none', 1)).toEqual({ add: [BUG], remove: [] })
    expect(presses('none', 2)).toEqual(NONE)
  })

  test('removes it from all, and takes that back, when all cards have it', () => {
    expect(presses('all', 1)).toEqual({ add: [], remove: [BUG] })
    expect(presses('all', 2)).toEqual(NONE)
  })

  test('adds it to all, removes it from all, and takes that back, when some cards have it', () => {
    expect(presses('some', 1)).toEqual({ add: [BUG], remove: [] })
    expect(presses('some', 2)).toEqual({ add: [], remove: [BUG] })
    expect(presses('some', 3)).toEqual(NONE)
  })
})
