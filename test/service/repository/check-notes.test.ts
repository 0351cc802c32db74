import { describe, expect, test } from 'vitest'
import { commitChecks } from '#service/repository/checks/commit-checks.ts'

const CHECKS = { notes: 'refs/notes/checks', required: ['unit'], timeout: 1 }

function checksOf(text: string) {
  return commitChecks({ type: 'text', text }, undefined, CHECKS)
}

describe('of several lines for one check, the last one', () => {
  test.each([
    ['unit: failure\nunit: success', 'passed'],
    ['unit: success\nunit: failure', 'red'],
    ['unit: success\nlint: success\nunit: pending', 'pending'],
  ])('of %j counts', (note, type) => {
    expect(checksOf(note).result.type).toBe(type)
  })

  test('is shown', () => {
    expect(checksOf('unit: success\nunit: failure 3 tests').lines).toEqual([
      { name: 'unit', status: 'failure', detail: '3 tests', source: 'note' },
    ])
  })
})
