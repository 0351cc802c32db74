import { expect, test } from 'vitest'
import { visibleName } from '#model/visible-name.ts'

test.each([
  ['fix/12-login', 'fix/12-login'],
  ['häuser/größe-日本-اسم', 'häuser/größe-日本-اسم'],
  ['docs/two words.md', 'docs/two words.md'],
  ['fix/👩🏽‍💻-❤️', 'fix/👩🏽‍💻-❤️'],
  ['fix/\u202etxt.exe', 'fix/<U+202E>txt.exe'],
  ['ma\u200bin', 'ma<U+200B>in'],
  ['ma\u200din', 'ma<U+200D>in'],
  ['fix/👩\u200d', 'fix/👩<U+200D>'],
  ['fix/👩\ufe0f\ufe0f', 'fix/👩\ufe0f<U+FE0F>'],
  ['ma\u00adin', 'ma<U+00AD>in'],
  ['main\u00a0', 'main<U+00A0>'],
  ['main\u3164', 'main<U+3164>'],
  ['main\u{e0041}', 'main<U+E0041>'],
  ['a\nb\u0007', 'a<U+000A>b<U+0007>'],
])('of %j each character can be seen', (name, shown) => {
  expect(visibleName(name)).toBe(shown)
})
