import { expect, test } from 'vitest'
import { applyLabelIntents } from '#model/label-edits.ts'

test('intents follow each other, and labels that none names stay', () => {
  const intents = [
    { add: ['c'], remove: ['a'] },
    { add: ['a'], remove: [] },
  ]
  expect(applyLabelIntents(['a', 'b'], intents)).toEqual(['b', 'c', 'a'])
})

test('an undo brings a label back to where it was, and what others have added comes last', () => {
  const undo = { add: ['a'], remove: ['z'], order: ['a', 'b', 'c'] }
  expect(applyLabelIntents(['b', 'new', 'c', 'z'], [undo])).toEqual(['a', 'b', 'c', 'new'])
})
