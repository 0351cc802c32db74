import { describe, expect, test } from 'vitest'
import { readLabels } from '#contract/label.ts'

describe('reading labels', () => {
  test('an array, or the one array inside an object', () => {
    const items = [{ id: 1, name: 'bug', color: 'RED', taskCount: 2 }]
    const label = { id: '1', name: 'bug', color: 'RED', taskCount: 2 }
    expect(readLabels(items)?.labels).toEqual([label])
    expect(readLabels({ items, total: 1 })?.labels).toEqual([label])
  })
  test('two arrays in an object are one too many', () => expect(readLabels({ a: [], b: [] })).toBeUndefined())
  test('entries without an id are left out and counted', () => {
    expect(readLabels([{ name: 'x' }, null, { id: '2' }])).toEqual({
      labels: [{ id: '2', name: 'Label 2', color: undefined, taskCount: undefined }],
      unreadable: 2,
      incomplete: false,
    })
  })
  test.each([[-1], [1.5], ['3'], [null]])('a count of %j is not stated', (taskCount) => {
    expect(readLabels([{ id: '1', taskCount }])?.labels[0]?.taskCount).toBeUndefined()
  })
})
