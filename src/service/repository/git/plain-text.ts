import { visibleName } from '#model/visible-name.ts'

/** In characters. */
const MAX_LENGTH = 200

/** Hidden and reversing characters, except the joiners of emoji and scripts. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]|\p{Surrogate}/gu

/** Text of a repository as text for people. */
export function plainText(text: string): string {
  const visible = text.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim()
  return [...visible].slice(0, MAX_LENGTH).join('').trim()
}

/** A name of the repository, such as that of a branch or a file, for people. */
export function plainName(name: string): string {
  return [...visibleName(name)].slice(0, MAX_LENGTH).join('')
}
