import { PALETTE } from '#contract/palette.ts'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'

/** A person as a small circle shows them. */
export interface Assignee {
  name: string
  initials: string
  /** A name of the palette, always the same for the same person. */
  color: string
}

export function assigneesOf({ assignee }: { assignee: string | null }): Assignee[] {
  const names = new Set(assignee?.split(ASSIGNEE_SEPARATOR))
  return [...names].map((name) => ({ name, initials: initials(name), color: colorOf(name) }))
}

function colorOf(name: string): string {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return PALETTE[hash % PALETTE.length] ?? ''
}

/** Of the first and the last word that begin with a letter or a digit, or else of any word. */
function initials(name: string): string {
  const all = name.split(/\s+/).filter(Boolean)
  const readable = all.filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const words = readable.length > 0 ? readable : all
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
