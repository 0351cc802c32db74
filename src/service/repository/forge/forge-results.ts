import type { CommitResults, ForgeReader } from '../../forge/forge.ts'
import { parseStored } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import { writeTransaction } from '../../store/write-transaction.ts'

/** The results of one commit, and when the forge told them. */
export interface ReadResults extends CommitResults {
  /** In milliseconds since the epoch, like the next one. */
  readAt: number
  /** Since when they are the same. */
  sameSince: number
}

const MINUTE_MS = 60_000
/** A workflow whose first job is done can still add others. */
const SETTLED_MS = 10 * MINUTE_MS
const SOON_MS = 15_000

/** Whether they won't change any more, unless somebody starts a check again. */
function isFinal({ results, readAt, sameSince }: ReadResults): boolean {
  const isGreen = results.length > 0 && results.every(({ state }) => state === 'success')
  return isGreen && readAt - sameSince >= SETTLED_MS
}

/** When it makes sense to ask for them again. */
function askAgainAt(read: ReadResults): number {
  const { results, readAt, sameSince } = read
  if (isFinal(read)) return Number.POSITIVE_INFINITY
  if (results.some(({ state }) => state === 'pending')) return readAt + SOON_MS
  const isSettled = readAt - sameSince >= SETTLED_MS
  // A red check can be started again; one that doesn't exist can be added.
  return readAt + (isSettled ? SETTLED_MS / 2 : 2 * SOON_MS)
}

/** With the same results, the time since which they are known stays. */
function readNow(
  before: ReadResults | undefined,
  { results }: CommitResults,
  now: number,
): ReadResults {
  const isSame = before && JSON.stringify(before.results) === JSON.stringify(results)
  return { results, readAt: now, sameSince: isSame ? before.sameSince : now }
}

/** The results of the newest commits of one board's cards. */
export class KnownResults {
  #byCommit = new Map<string, ReadResults>()
  /** Commits whose final results the store has. */
  #stored = new Set<string>()

  constructor(
    private readonly database: Database,
    private readonly boardId: number,
    private readonly forge: Pick<ForgeReader, 'resultsOf'>,
  ) {}

  get(commit: string): ReadResults | undefined {
    return this.#byCommit.get(commit)
  }

  /** Final results of earlier runs. */
  async load(): Promise<void> {
    const rows = await this.database.reader
      .selectFrom('commit_results')
      .select(['commit_id', 'results'])
      .where('board_id', '=', this.boardId)
      .execute()
    for (const { commit_id, results } of rows) {
      const read = parseStored<ReadResults>(results)
      if (read) this.#byCommit.set(commit_id, read)
      this.#stored.add(commit_id)
    }
  }

  /** Returns whether they are others than before. Throws ForgeError. */
  async read(commit: string, signal: AbortSignal): Promise<boolean> {
    const before = this.#byCommit.get(commit)
    const read = readNow(before, await this.forge.resultsOf(commit, signal), Date.now())
    this.#byCommit.set(commit, read)
    return read.sameSince === read.readAt
  }

  isDue(commit: string): boolean {
    const read = this.#byCommit.get(commit)
    return !read || askAgainAt(read) <= Date.now()
  }

  /** Stores what is final, and forgets the commits that no card has any more. */
  async keep(heads: ReadonlySet<string>): Promise<void> {
    for (const commit of this.#byCommit.keys()) {
      if (!heads.has(commit)) this.#byCommit.delete(commit)
    }
    const added = [...this.#byCommit].filter(([commit, read]) => {
      return isFinal(read) && !this.#stored.has(commit)
    })
    const gone = [...this.#stored].filter((commit) => {
      const read = this.#byCommit.get(commit)
      return !read || !isFinal(read)
    })
    if (added.length === 0 && gone.length === 0) return
    const { boardId } = this
    await writeTransaction(this.database, async (tx) => {
      for (const commit of gone) {
        await tx
          .deleteFrom('commit_results')
          .where('board_id', '=', boardId)
          .where('commit_id', '=', commit)
          .execute()
      }
      for (const [commit, read] of added) {
        const row = { board_id: boardId, commit_id: commit, results: JSON.stringify(read) }
        await tx.insertInto('commit_results').values(row).execute()
      }
    })
    for (const commit of gone) this.#stored.delete(commit)
    for (const [commit] of added) this.#stored.add(commit)
  }
}
