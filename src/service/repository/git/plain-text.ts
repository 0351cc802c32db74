import { visibleName } from '#model/visible-name.ts'

/** In characters. */
const MAX_LENGTH = 200

/** What ends or begins a line, or is no text at all. The pattern of a braille without dots, too. */
const BLANK = /[\p{Cc}\u2028\u2029\u2800]|\p{Surrogate}/gu
/** Hidden and reversing characters, except the joiners of emoji and scripts. */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}/gu

/** Text of a repository as text for people: the same where an accent is a character of its own. */
export function plainText(text: string): string {
  const visible = text.replace(HIDDEN, '').replace(BLANK, ' ').replace(/\s+/g, ' ').trim()
  return [...visible.normalize()].slice(0, MAX_LENGTH).join('').trim()
}

/** A name of the repository, such as that of a branch or a file, for people. */
export function plainName(name: string): string {
  return [...visibleName(name)].slice(0, MAX_LENGTH).join('')
}
