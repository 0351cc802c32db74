import { pageUrl } from './fields.ts'
import type { CommitResults, ForgeResult } from './forge.ts'
import type { ResultMeaning } from './result-words.ts'

/** One result of a check, as a forge tells it. */
export interface RawResult {
  name: string
  meaning: ResultMeaning
  detail?: string | null | undefined
  url?: string | null | undefined
}

/** Of a commit that the forge doesn't know: it was never pushed there. */
export const NO_RESULTS: CommitResults = { results: [] }

const WORST_FIRST = ['failure', 'pending', 'success'] as const

/** The worst first. One for each name: two checks can have the same one, and then the worst of them counts. */
export function worstOfEach(raw: readonly RawResult[]): CommitResults {
  const worst = new Map<string, ForgeResult>()
  for (const { name, meaning, detail, url } of raw) {
    if (meaning === 'ignored') continue
    const known = worst.get(name)
    const result = { name, state: meaning, detail: detail ?? '', url: pageUrl(url) }
    if (!known || rank(result) < rank(known)) worst.set(name, result)
  }
  const results = [...worst.values()]
  return { results: results.sort((a, b) => rank(a) - rank(b) || compareNames(a, b)) }
}

function compareNames(a: ForgeResult, b: ForgeResult): number {
  return a.name < b.name ? -1 : 1
}

function rank({ state }: ForgeResult): number {
  return WORST_FIRST.indexOf(state)
}

/** Of a list with every result that there ever was, the newest of each name. */
export function newestOfEach<Item extends { id: number }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const newest = new Map<string, Item>()
  for (const item of items) {
    const known = newest.get(nameOf(item))
    if (!known || item.id > known.id) newest.set(nameOf(item), item)
  }
  return [...newest.values()]
}
