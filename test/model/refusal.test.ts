import { describe, expect, test } from 'vitest'
import { blockedText, nextStep, refusalCause } from '#model/refusal.ts'

describe('the cause of a refusal', () => {
  test.each([
    ['branch has conflicts with main', 'conflicts'],
    ['CONFLICT in a.ts', 'conflicts'],
    ['checks are red: unit-tests failed', 'checks'],
    ['CI pipeline broke', 'checks'],
    ['checks_red', 'checks'],
    ['nothing to merge', 'nothing-to-merge'],
    ['nothing_to_merge', 'nothing-to-merge'],
    ['already up to date', 'nothing-to-merge'],
    ['no commits', 'nothing-to-merge'],
    ['ordered by the moon', 'other'],
    ['', 'other'],
  ])('"%s" is %s', (reason, cause) => expect(refusalCause(reason)).toBe(cause))
})

test('only a known cause has advice', () => {
  expect(nextStep('conflicts')).toContain('resolve the conflicts')
  expect(nextStep('other')).toBeUndefined()
})

test('no reason is said to be none', () => expect(blockedText('')).toBe('The service gave no reason.'))
