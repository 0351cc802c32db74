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

/** Keyboards have one apostrophe, and texts another one; an accent can be a character of its own. */
function comparable(text: string): string {
  return text.normalize().toLowerCase().replaceAll('’', "'")
}
