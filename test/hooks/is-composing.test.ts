import { expect, test } from 'vitest'
import { isComposing } from '#hooks/is-composing.ts'

test.each([
  [{ isComposing: true, keyCode: 27 }, true],
  // Safari, after the end of the composition.
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 27 }, false],
])('whether %j belongs to the input of a character: %s', (event, expected) => {
  expect(isComposing(event)).toBe(expected)
})
