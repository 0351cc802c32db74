// The same in each language.

export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter(Boolean).join(' ')
}

/**
 * A message of the service as the end of a sentence, with exactly one period. Its first letter
 * stays as it is.
 */
export function asClause(message: string): string {
  return `${message.trim().replace(/[.\s]+$/, '')}.`
}
