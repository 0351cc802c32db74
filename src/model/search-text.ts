import { withoutHidden } from '#contract/hidden-characters.ts'

/**
 * The function that tells whether a text contains every word of the query, in any order. Case and
 * the kind of an apostrophe don't matter. A query without words is in every text.
 */
export function createTextMatcher(query: string): (text: string) => boolean {
  const words = comparable(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (text) => {
    const compared = comparable(text)
    return words.every((word) => compared.includes(word))
  }
}

const PLAIN = /^[ -~]*$/

/**
 * Keyboards have one apostrophe and one hyphen, and texts others. Letters that look the same are
 * the same, however they are composed; a Turkish capital I with a dot becomes an i with a second
 * one.
 */
function comparable(text: string): string {
  // Mostly so, for 10,000 cards with each key.
  if (PLAIN.test(text)) return text.toLowerCase()
  return withoutHidden(text.normalize('NFKC'))
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('’', "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}
