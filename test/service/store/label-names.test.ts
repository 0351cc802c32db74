import { expect, test } from 'vitest'
import { nameKey } from '#contract/name-key.ts'

test.each(['do\u200bcs', 'docs\u2060', '\ufeffDocs', 'do\u00adcs', 'ｄｏｃｓ'])(
  'a label that looks like another one has its name: %j',
  (name) => {
    expect(nameKey(name)).toBe(nameKey('docs'))
  },
)

test('other names stay different', () => {
  expect(nameKey('docs 1')).not.toBe(nameKey('docs 2'))
})
