import { MAX_CARD_NUMBER } from '../../boards/board-file.ts'

/** In a pattern, the number of the card. */
export const NUMBER_PLACE = '{number}'

/** A * stands for any text, also with slashes. */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const found = name.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return name.length >= from + last.length && name.endsWith(last)
}

/**
 * A word of at most six digits, at the beginning of a name or behind a separator. One that begins
 * with 0 numbers nothing.
 */
const NUMBER_WORD = /(?<![^/_#-])[1-9]\d{0,5}(?![^/_-])/g
/** Versions and dates: more than one number in a row. */
const NUMBERS_IN_A_ROW = /\d+([._-]\d+)+/g

/** The number that a branch names its card by; undefined without one. */
export function numberIn(name: string, patterns: readonly string[] | undefined) {
  const number = patterns ? numberByPattern(name, patterns) : numberOfWord(name)
  return number !== undefined && number >= 1 && number <= MAX_CARD_NUMBER ? number : undefined
}

function numberOfWord(name: string): number | undefined {
  const words = name.replace(NUMBERS_IN_A_ROW, 'x').match(NUMBER_WORD)
  return words ? Number(words[0]) : undefined
}

function numberByPattern(name: string, patterns: readonly string[]): number | undefined {
  const runs = [...name.matchAll(/\d+/g)]
  for (const pattern of patterns) {
    const [before = '', after = ''] = pattern.split(NUMBER_PLACE)
    const run = runs.find(({ 0: digits, index }) => {
      const rest = name.slice(index + digits.length)
      return matches(before, name.slice(0, index)) && matches(after, rest)
    })
    if (run) return Number(run[0])
  }
  return undefined
}
