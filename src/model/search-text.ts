/**
 * The function that tells whether a text contains every word of the query, in any order. Case does
 * not matter. A query without words is in every text.
 */
export function createTextMatcher(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const lowerCase = text.toLowerCase()
    return words.every((word) => lowerCase.includes(word))
  }
}
