import { expect, test } from 'vitest'
import { nameKey } from '#contract/name-key.ts'

test.each([
  'do\u200bcs',
  'docs\u2800',
  'docs\ufff9',
  ' docs ',
  'docs\u2060',
  '\ufeffDocs',
  'do\u00adcs',
  'ｄｏｃｓ',
])('a label that looks like another one has its name: %j', (name) => {
  expect(nameKey(name)).toBe(nameKey('docs'))
})

test('several blanks are one, as they are shown', () => {
  expect(nameKey('two  words')).toBe(nameKey('two words'))
})

test('other names stay different', () => {
  expect(nameKey('docs 1')).not.toBe(nameKey('docs 2'))
})
