import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '#contract/card-values.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import { nextStep } from '#messages/refusal-messages.ts'
import { type RefusalCause, refusalCause } from '#model/refusal.ts'

/** A new code without its cause here doesn't compile. */
const CAUSES: Readonly<Record<RefusalCode, RefusalCause>> = {
  conflicts: 'conflicts',
  checks_red: 'checks',
  nothing_to_merge: 'nothing',
  remote_refused: 'remote',
  no_common_history: 'unrelated',
}

describe('the cause of a refusal', () => {
  test.each([
    ['branch has conflicts with main', 'conflicts'],
    ['CONFLICT in a.ts', 'conflicts'],
    ['checks are red: unit-tests failed', 'checks'],
    ['CI pipeline broke', 'checks'],
    ['checks_red', 'checks'],
    ['nothing to merge', 'nothing'],
    ['nothing_to_merge', 'nothing'],
    ['already up to date', 'nothing'],
    ['no commits', 'nothing'],
    ['ordered by the moon', 'other'],
    ['', 'other'],
  ])('for the reason "%s" without a code is %s', (reason, cause) =>
    expect(refusalCause({ reason })).toBe(cause),
  )

  test.each([...Object.entries(CAUSES), ['a_code_of_a_later_version', 'other']])(
    'for the code "%s" is %s, whatever the reason says',
    (code, cause) =>
      expect(
        refusalCause({ code, reason: 'the remote refused the push: checks failed, conflicts' }),
      ).toBe(cause),
  )
})

test('each code of this service has a next step of at least a sentence', () => {
  for (const cause of Object.values(CAUSES)) expect(nextStep(cause)).toMatch(/^[A-Z].{20,}\.$/)
  expect(nextStep('conflicts')).toContain('resolve the conflicts')
  expect(nextStep('remote')).toContain('remote repository')
  expect(nextStep('unrelated')).toContain('cards.branches')
  expect(nextStep('other')).toBeUndefined()
})

test('the text of a blocked card mentions a missing reason', () =>
  expect(blockedReasonText('')).toBe('The service gave no reason.'))
