import { PRIORITIES, type Priority } from '#contract/card-values.ts'
import { nameKey } from '#contract/name-key.ts'
import { plainText } from '../git/plain-text.ts'
import type { OwnCommit } from '../git/read-commits.ts'

const MAX_LABELS = 20
const MAX_LABEL_LENGTH = 60

/** The fields of a card that is seen for the first time. */
export interface CardFacts {
  title: string
  priority: Priority
  labels: string[]
}

/** The newest commit's trailers give the priority and labels. */
export function cardFacts(title: string, newest: OwnCommit | undefined): CardFacts {
  return {
    title,
    priority:
      PRIORITIES.find((known) => known === newest?.priority.trim().toLowerCase()) ?? 'medium',
    labels: uniqueNames((newest?.labels ?? []).map(labelName).filter(Boolean)).slice(0, MAX_LABELS),
  }
}

/** Where nothing better is known: "card/12-fix-login" becomes "Fix login". */
export function titleFromName(name: string): string {
  const last = name.split('/').at(-1) ?? ''
  const text = last
    .replace(/^\d+[-_.]*/, '')
    .replace(/[-_.]+/g, ' ')
    .trim()
  const title = text.charAt(0).toUpperCase() + text.slice(1)
  return [title, name].map(plainText).find((one) => one !== '') ?? 'Card'
}

/** The first of each name, when case doesn't count. */
export function uniqueNames(names: readonly string[]): string[] {
  return [...new Map([...names].reverse().map((name) => [nameKey(name), name])).values()].reverse()
}

function labelName(text: string): string {
  return [...plainText(text)].slice(0, MAX_LABEL_LENGTH).join('').trim()
}
