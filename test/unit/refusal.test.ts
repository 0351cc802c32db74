import { describe, expect, test } from 'vitest'
import { blockedReasonText } from '#model/messages/card-messages.ts'
import { NEXT_STEPS } from '#model/messages/refusal-messages.ts'
import { refusalCause } from '#model/refusal.ts'

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
  ])('for the reason "%s" without a code is %s', (reason, cause) =>
    expect(refusalCause({ reason })).toBe(cause),
  )

  test.each([
    ['conflicts', 'conflicts'],
    ['checks_red', 'checks'],
    ['nothing_to_merge', 'nothing-to-merge'],
    ['remote_refused', 'remote'],
    ['needs_review', 'other'],
  ])('for the code "%s" is %s, whatever the reason says', (code, cause) =>
    expect(
      refusalCause({ code, reason: 'the remote refused the push: checks failed, conflicts' }),
    ).toBe(cause),
  )
})

test('the next step is defined only for a known cause', () => {
  expect(NEXT_STEPS.conflicts).toContain('resolve the conflicts')
  expect(NEXT_STEPS.remote).toContain('remote repository')
  expect(NEXT_STEPS.other).toBeUndefined()
})

test('the text of a blocked card mentions a missing reason', () =>
  expect(blockedReasonText('')).toBe('The service gave no reason.'))
