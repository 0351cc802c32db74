import { expect, test } from 'vitest'
import { LOCALE } from '#messages/page-messages.ts'
import { groupedDigits } from '#model/grouped-digits.ts'

test.each([0, 7, 999, 1_000, 10_000, 123_456, 1_234_567])(
  'groups the digits of %i as the language does',
  (count) => {
    expect(groupedDigits(count)).toBe(count.toLocaleString(LOCALE))
  },
)
