import { describe, expect, test } from 'vitest'
import { applyIntents, indexLabels, resolveLabel, resolveLabelId } from '#model/card-labels.ts'

const index = indexLabels([
  { id: '7', name: 'bug', color: 'red', taskCount: 1 },
  { id: '8', name: 'twin', color: 'blue', taskCount: 0 },
  { id: '9', name: 'twin', color: 'teal', taskCount: 0 },
])

test('intents are applied in order and carry ids that nobody named', () => {
  const intents = [
    { add: ['7'], remove: ['5'] },
    { add: ['5'], remove: ['7'] },
  ]
  expect(applyIntents(['981', '5'], intents)).toEqual(['981', '5'])
  expect(applyIntents(['1'], [{ add: ['1'], remove: [] }])).toEqual(['1'])
})

describe('a label on a card', () => {
  test('is found by id', () =>
    expect(resolveLabel({ id: '7' }, index)).toEqual({ id: '7', name: 'bug', color: 'red', known: true }))
  test('is found by the name of exactly one label', () => {
    expect(resolveLabelId('bug', index)).toBe('7')
    expect(resolveLabelId('twin', index)).toBe('twin')
  })
  test('that is unknown says so, or shows what the card brought', () => {
    expect(resolveLabel({ id: '981' }, index).name).toBe('unknown label 981')
    expect(resolveLabel({ id: '981', name: 'old' }, index)).toMatchObject({ name: 'old', known: false })
  })
})
