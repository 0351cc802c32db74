import { describe, expect, test } from 'vitest'
import { applyLabelIntents } from '#model/label-edits.ts'
import { indexLabels, resolveLabel, resolveLabelId } from '#model/label-lookup.ts'

const index = indexLabels([
  { id: '7', name: 'bug', color: 'red', taskCount: 1 },
  { id: '8', name: 'duplicate', color: 'blue', taskCount: 0 },
  { id: '9', name: 'duplicate', color: 'teal', taskCount: 0 },
])

test('intents are applied in order and keep the other ids', () => {
  const intents = [
    { add: ['7'], remove: ['5'] },
    { add: ['5'], remove: ['7'] },
  ]
  expect(applyLabelIntents(['981', '5'], intents)).toEqual(['981', '5'])
  expect(applyLabelIntents(['1'], [{ add: ['1'], remove: [] }])).toEqual(['1'])
})

describe('a label on a card', () => {
  test('is found by id', () =>
    expect(resolveLabel({ id: '7' }, index)).toEqual({
      id: '7',
      name: 'bug',
      color: 'red',
      isKnown: true,
    }))
  test('is found by name when exactly one label has the name', () => {
    expect(resolveLabelId('bug', index)).toBe('7')
    expect(resolveLabelId('duplicate', index)).toBe('duplicate')
  })
  test('is shown as unknown, or with its name from the card, when the board has no such label', () => {
    expect(resolveLabel({ id: '981' }, index).name).toBe('unknown label 981')
    expect(resolveLabel({ id: '981', name: 'old' }, index)).toMatchObject({
      name: 'old',
      isKnown: false,
    })
  })
})
