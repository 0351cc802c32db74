import { describe, expect, test } from 'vitest'
import { leastUsedColor } from '#model/label-sort.ts'

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
