const MAX_LENGTH = 200

/**
 * A text for a place with room for a few lines at most. A browser can take seconds to break a word
 * of thousands of letters into lines.
 */
export function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
