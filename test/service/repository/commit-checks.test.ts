import { expect, test } from 'vitest'
import { NO_NOTE } from '#service/repository/checks/check-notes.ts'
import { commitChecks } from '#service/repository/checks/commit-checks.ts'

const COUNTING = { notes: 'checks', required: ['unit'], timeout: 1, forge: true }
const results = (state: 'success' | 'failure') => ({
  results: [{ name: 'unit', state, detail: '', url: undefined }],
})

test.each([
  ['a required check is not said to run', undefined, false, 'unknown'],
  ['nothing is green', results('success'), false, 'unknown'],
  ['what has failed is red', results('failure'), false, 'red'],
  ['and once it has been read, it counts', results('success'), true, 'passed'],
] as const)('while the forge isn’t read, %s', (_, told, isKnown, expected) => {
  expect(commitChecks(NO_NOTE, told, COUNTING, isKnown).result.type).toBe(expected)
})

test('a forge that does not count is not waited for', () => {
  const checks = { ...COUNTING, forge: false, required: [] }
  expect(commitChecks(NO_NOTE, undefined, checks, false).result.type).toBe('passed')
})
