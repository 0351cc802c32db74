import { describe, expect, test } from 'vitest'
import { findDuplicateLabel, leastUsedColor } from '#model/label-sort.ts'

const label = (id: string, color: string) => ({ id, name: id, color, taskCount: 0 })

describe('the suggested color of a new label', () => {
  const labels = [label('1', 'red'), label('2', 'red'), label('3', 'blue')]

  test('is the one that the fewest labels have', () => {
    expect(leastUsedColor(labels, ['red', 'blue', 'green'])).toBe('green')
    expect(leastUsedColor(labels, ['red', 'blue'])).toBe('blue')
  })

  test('is none as long as the service has shown no color', () =>
    expect(leastUsedColor(labels, [])).toBeUndefined())
})

test.each([
  ['case and outer spaces', ' Bug '],
  ['a character that nobody sees', 'b\u200bug'],
  ['letters of another width', 'ｂｕｇ'],
])('a label is a duplicate when only %s differs', (_, name) => {
  const bug = label('bug', 'red')
  expect(findDuplicateLabel([bug], name)).toBe(bug)
  expect(findDuplicateLabel([bug], name, 'bug')).toBeUndefined()
})

test('an accent of its own is the accent of the letter, and makes another name', () => {
  const cafe = label('caf\u00e9', 'red')
  expect(findDuplicateLabel([cafe], 'cafe\u0301')).toBe(cafe)
  expect(findDuplicateLabel([cafe], 'cafe')).toBeUndefined()
})
