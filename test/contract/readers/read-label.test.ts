import { describe, expect, test } from 'vitest'
import { readLabels } from '#contract/readers/read-label.ts'

describe('reading labels', () => {
  test('accepts an array, or the only array in an object', () => {
    const items = [{ id: 1, name: 'bug', color: 'RED', taskCount: 2 }]
    const label = { id: '1', name: 'bug', color: 'RED', taskCount: 2 }
    expect(readLabels(items)?.labels).toEqual([label])
    expect(readLabels({ items, total: 1 })?.labels).toEqual([label])
  })
  test('returns undefined when an object has two arrays', () =>
    expect(readLabels({ a: [], b: [] })).toBeUndefined())
  test('omits and counts entries without an id', () => {
    expect(readLabels([{ name: 'x' }, null, { id: '2' }])).toEqual({
      labels: [{ id: '2', name: 'Label 2', color: undefined, taskCount: undefined }],
      unreadableCount: 2,
      hasNextPage: false,
    })
  })
  test.each([[-1], [1.5], ['3'], [null]])('ignores a taskCount of %j', (taskCount) => {
    expect(readLabels([{ id: '1', taskCount }])?.labels[0]?.taskCount).toBeUndefined()
  })
})
