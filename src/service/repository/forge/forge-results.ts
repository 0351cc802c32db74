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
/** Most checks of such a commit have long begun and ended. */
const OLD_COMMIT_MS = 60 * MINUTE_MS

/** Whether they won't change any more, unless somebody starts a check again. */
function isFinal({ results, readAt, sameSince }: ReadResults): boolean {
  const isGreen = results.length > 0 && results.every(({ state }) => state === 'success')
  return isGreen && readAt - sameSince >= SETTLED_MS
}

/** When it makes sense to ask for them again. */
function askAgainAt(read: ReadResults): number {
  const { results, readAt, sameSince } = read
  // Without web hooks, nothing else tells of a check that was started again.
  if (isFinal(read)) return readAt + 60 * MINUTE_MS
  const isSettled = readAt - sameSince >= SETTLED_MS
  if (results.some(({ state }) => state === 'pending')) {
    return readAt + (isSettled ? MINUTE_MS : SOON_MS)
  }
  // A red check can be started again; one that doesn't exist can be added.
  return readAt + (isSettled ? SETTLED_MS / 2 : 2 * SOON_MS)
}

/** With the same results, the time since which they are known stays. */
function readResults(
  before: ReadResults | undefined,
  { results }: CommitResults,
  { readAt, committedAt }: { readAt: number; committedAt: number },
): ReadResults {
  const isOld = readAt - committedAt > OLD_COMMIT_MS
  if (!before) return { results, readAt, sameSince: isOld ? committedAt : readAt }
  const isSame = JSON.stringify(before.results) === JSON.stringify(results)
  return { results, readAt, sameSince: isSame ? before.sameSince : readAt }
}

/** The results of the newest commits of one board's cards. */
export class KnownResults {
  #byCommit = new Map<string, ReadResults>()
  /** Since when the stored ones are the same, by commit. */
  readonly #stored = new Map<string, number>()

  constructor(
    private readonly database: Database,
    private readonly boardId: number,
    private readonly forge: Pick<ForgeReader, 'resultsOf'>,
  ) {}

  get(commit: string): ReadResults | undefined {
    return this.#byCommit.get(commit)
  }

  /** Those of earlier runs. */
  async load(): Promise<void> {
    const rows = await this.database.reader
      .selectFrom('commit_results')
      .select(['commit_id', 'results'])
      .where('board_id', '=', this.boardId)
      .execute()
    for (const { commit_id, results } of rows) {
      const read = parseStored<ReadResults>(results)
      if (read) this.#byCommit.set(commit_id, read)
      this.#stored.set(commit_id, read?.sameSince ?? 0)
    }
  }

  /** Returns whether they are others than before. Throws ForgeError. */
  async read(commit: string, committedAt: number, signal: AbortSignal): Promise<boolean> {
    const readAt = Date.now()
    return this.take(commit, await this.forge.resultsOf(commit, signal), { readAt, committedAt })
  }

  /** Takes over what was asked for at this time, unless a later question was answered before. */
  take(
    commit: string,
    read: CommitResults,
    times: { readAt: number; committedAt: number },
  ): boolean {
    const before = this.#byCommit.get(commit)
    if (before && before.readAt > times.readAt) return false
    const after = readResults(before, read, times)
    this.#byCommit.set(commit, after)
    return before?.sameSince !== after.sameSince
  }

  isDue(commit: string): boolean {
    const read = this.#byCommit.get(commit)
    return !read || askAgainAt(read) <= Date.now()
  }

  /** Stores what is new, and forgets the commits that no card has any more. */
  async keep(heads: ReadonlySet<string>): Promise<void> {
    for (const commit of this.#byCommit.keys()) {
      if (!heads.has(commit)) this.#byCommit.delete(commit)
    }
    const added = [...this.#byCommit].filter(([commit, { sameSince }]) => {
      return this.#stored.get(commit) !== sameSince
    })
    const gone = [...this.#stored.keys()].filter((commit) => !heads.has(commit))
    if (added.length === 0 && gone.length === 0) return
    const { boardId } = this
    await writeTransaction(this.database, async (tx) => {
      for (const commit of [...gone, ...added.map(([id]) => id)]) {
        await tx
          .deleteFrom('commit_results')
          .where('board_id', '=', boardId)
          .where('commit_id', '=', commit)
          .execute()
      }
      for (const [commit, read] of added) {
        const row = { board_id: boardId, commit_id: commit, results: JSON.stringify(read) }
        // Another process can have stored the same.
        await tx
          .insertInto('commit_results')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    })
    for (const commit of gone) this.#stored.delete(commit)
    for (const [commit, { sameSince }] of added) this.#stored.set(commit, sameSince)
  }
}
