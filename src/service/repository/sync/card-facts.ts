import { PRIORITIES, type Priority } from '#contract/card-values.ts'
import { nameKey } from '../../store/label-rows.ts'
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

/**
 * Title: the branch's description, else the subject of its first own commit, else its name as a
 * person would write it. The newest commit's trailers give the priority and labels.
 */
export function cardFacts(
  branch: { name: string; head: string },
  description: string | undefined,
  commits: ReadonlyMap<string, OwnCommit>,
  isInStage: (commit: string) => boolean,
): CardFacts {
  const newest = commits.get(branch.head)
  const first = firstOwnCommit(branch.head, commits, isInStage)
  const title = [description ?? '', first?.subject ?? '', readableName(branch.name), branch.name]
  return {
    title: title.map(plainText).find((text) => text !== '') ?? 'Card',
    priority:
      PRIORITIES.find((known) => known === newest?.priority.trim().toLowerCase()) ?? 'medium',
    labels: uniqueNames((newest?.labels ?? []).map(labelName).filter(Boolean)).slice(0, MAX_LABELS),
  }
}

/** The oldest commit on the first-parent line that no stage has. */
function firstOwnCommit(
  head: string,
  commits: ReadonlyMap<string, OwnCommit>,
  isInStage: (commit: string) => boolean,
): OwnCommit | undefined {
  let found: OwnCommit | undefined
  for (let id = head; commits.has(id) && !isInStage(id); id = found?.parents[0] ?? '') {
    found = commits.get(id)
  }
  return found
}

/** "card/12-fix-login" becomes "Fix login". */
function readableName(name: string): string {
  const last = name.split('/').at(-1) ?? ''
  const text = last
    .replace(/^\d+[-_.]*/, '')
    .replace(/[-_.]+/g, ' ')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The first of each name, when case doesn't count. */
export function uniqueNames(names: readonly string[]): string[] {
  return [...new Map([...names].reverse().map((name) => [nameKey(name), name])).values()].reverse()
}

function labelName(text: string): string {
  return [...plainText(text)].slice(0, MAX_LABEL_LENGTH).join('').trim()
}
