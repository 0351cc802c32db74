import { expect, test } from 'vitest'
import { createTextMatcher } from '#model/search-text.ts'

test.each([
  ['café', 'cafe\u0301'],
  ['cafe\u0301', 'café'],
  ['Ü', 'u\u0308ber'],
  ['istanbul', 'İstanbul'],
  ['İstanbul', 'istanbul'],
  ['non-breaking', 'non\u2011breaking'],
  ['fix', 'ﬁx'],
  ['api', 'ＡＰＩ'],
  ['refactor', 're\u00adfac\u200btor'],
  ['don\u2019t', "don't"],
])('a query finds a text however it is written: %s', (query, text) => {
  expect(createTextMatcher(query)(`The ${text} card`)).toBe(true)
})

test('every word has to be there, in any order and case', () => {
  expect(createTextMatcher('keys ROTATE')('Rotate signing keys')).toBe(true)
  expect(createTextMatcher('keys missing')('Rotate signing keys')).toBe(false)
})
