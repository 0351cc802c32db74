import { type BoardConfig, branchOf } from '../config/board-config.ts'
import type { Git } from '../git/git.ts'
import { readPullRefs } from '../git/pull-refs.ts'
import type { Refs } from '../git/read-refs.ts'

/** Whether the cards of a board are pull requests, and not branches. */
export function isFromPulls({ cards }: Pick<BoardConfig, 'cards'>): boolean {
  return cards?.from === 'pulls'
}

interface PullCards {
  git: Git
  /** By the names of their cards; undefined until the forge has been read. */
  known: ReadonlyMap<string, unknown> | undefined
  stored: readonly { name: string }[]
}

/**
 * The refs of the columns and of open pull requests, for a board whose cards are pull requests. One
 * that has ended is like a branch that was deleted. Without news of the forge, the cards that there
 * are stay.
 */
export async function withPulls(
  found: Refs,
  config: BoardConfig,
  { git, known, stored }: PullCards,
): Promise<Refs> {
  if (!isFromPulls(config)) return found
  const columns = new Set(config.columns.flatMap(({ rule }) => branchOf(rule) ?? []))
  const cards = new Set(known?.keys() ?? stored.map(({ name }) => name))
  const refs = [...found.refs, ...(await readPullRefs(git))]
  return { ...found, refs: refs.filter(({ name }) => columns.has(name) || cards.has(name)) }
}

/** The numbers of cards that are pull requests, by the cards' names. */
export function numbersOfPulls(
  config: BoardConfig,
  known: ReadonlyMap<string, { number: number }> | undefined,
): ReadonlyMap<string, number> {
  if (!isFromPulls(config) || !known) return new Map()
  return new Map([...known].map(([name, { number }]) => [name, number]))
}
