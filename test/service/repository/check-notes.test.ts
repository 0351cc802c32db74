import { describe, expect, test } from 'vitest'
import { checkResult, checksIn } from '#service/repository/checks/check-notes.ts'

describe('of several lines for one check, the last one', () => {
  test.each([
    ['unit: failure\nunit: success', 'passed'],
    ['unit: success\nunit: failure', 'red'],
    ['unit: success\nlint: success\nunit: pending', 'pending'],
  ])('of %j counts', (note, type) => {
    expect(checkResult(note, ['unit']).type).toBe(type)
  })

  test('is shown', () => {
    expect(checksIn('unit: success\nunit: failure 3 tests', ['unit'])).toEqual([
      { name: 'unit', status: 'failure', detail: '3 tests' },
    ])
  })
})
