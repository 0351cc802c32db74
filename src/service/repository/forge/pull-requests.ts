import type { ReviewState } from '#contract/repository-values.ts'
import type { ForgeReader, PullRequest } from '../../forge/forge.ts'
import { BoardStore } from '../../store/board-store.ts'
import { type Pull, parseStored } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import { storedBranches } from '../config/repository-rows.ts'
import { plainName, plainText } from '../git/plain-text.ts'

/** The pull request of a card, with its title if the forge has told it since the start. */
export interface KnownPull extends Pull {
  title?: string | undefined
}

/** A review can be given without a change that the list shows. */
const REVIEWS_MS = 2 * 60_000

/** The pull requests of the cards of one board, by their branches. */
export class PullRequests {
  #byBranch: ReadonlyMap<string, KnownPull> = new Map()
  readonly #reviews = new Map<number, { key: string; at: number; review: ReviewState }>()

  constructor(private readonly forge: ForgeReader) {}

  get byBranch(): ReadonlyMap<string, KnownPull> {
    return this.#byBranch
  }

  /** What an earlier run has stored. */
  async start(database: Database, boardId: number): Promise<void> {
    const rows = await storedBranches(database.reader, boardId)
    this.#byBranch = new Map(
      rows.flatMap(({ name, pull }) => {
        const stored = parseStored<Pull>(pull)
        return stored ? [[name, stored] as const] : []
      }),
    )
  }

  /** Reads those of the branches that are open, and how others ended that were open before. */
  async read(branches: Iterable<string>, signal: AbortSignal): Promise<void> {
    const open = newestOfBranches(await this.forge.openPulls(signal))
    const found = new Map<string, KnownPull>()
    for (const branch of branches) {
      const pull = open.get(branch)
      const known = this.#byBranch.get(branch)
      if (pull) found.set(branch, await this.#withReview(pull, signal))
      else if (known) {
        const now = isOpen(known) ? await this.forge.pull(known.number, signal) : undefined
        found.set(branch, now ? cardPull(now, known.review) : known)
      }
    }
    this.#byBranch = found
  }

  /** The pull request of a branch as it is now, for a decision. */
  async readOne(branch: string, signal: AbortSignal): Promise<void> {
    const known = this.#byBranch.get(branch)
    const same = known && (await this.forge.pull(known.number, signal))
    const open = () => this.forge.openPulls(signal).then(newestOfBranches)
    const pull = same && isOpen(same) ? same : ((await open()).get(branch) ?? same)
    const all = new Map(this.#byBranch)
    if (pull) all.set(branch, cardPull(pull, await this.#readReview(pull, signal)))
    else all.delete(branch)
    this.#byBranch = all
  }

  async #withReview(pull: PullRequest, signal: AbortSignal): Promise<KnownPull> {
    const known = this.#reviews.get(pull.number)
    const isFresh = known?.key === keyOf(pull) && Date.now() - known.at < REVIEWS_MS
    return cardPull(pull, isFresh ? known.review : await this.#readReview(pull, signal))
  }

  async #readReview(pull: PullRequest, signal: AbortSignal): Promise<ReviewState> {
    const review = await this.forge.reviewOf(pull, signal)
    this.#reviews.set(pull.number, { key: keyOf(pull), at: Date.now(), review })
    return review
  }
}

function cardPull(pull: PullRequest, review: ReviewState): KnownPull {
  const { number, url, state, target, head, title } = pull
  return { number, url, state, review, target: plainName(target), head, title }
}

function isOpen({ state }: Pick<Pull, 'state'>): boolean {
  return state === 'open' || state === 'draft'
}

function keyOf({ head, updatedAt }: PullRequest): string {
  return `${head} ${updatedAt}`
}

/** A branch can have several: the newest one is what people work with. */
function newestOfBranches(pulls: readonly PullRequest[]): Map<string, PullRequest> {
  const newest = new Map<string, PullRequest>()
  for (const pull of pulls) {
    if (pull.branch === undefined) continue
    const known = newest.get(pull.branch)
    if (!known || pull.number > known.number) newest.set(pull.branch, pull)
  }
  return newest
}

/**
 * Shows the pull requests on the cards. The first one of a card gives it its title, unless its
 * branch has a description.
 */
export async function savePulls(
  database: Database,
  boardId: number,
  pulls: ReadonlyMap<string, KnownPull>,
  readDescriptions: () => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const rows = await storedBranches(database.reader, boardId)
  const changed = rows.flatMap((row) => {
    const pull = pulls.get(row.name)
    const text = pull ? JSON.stringify({ ...pull, title: undefined }) : null
    if (text === row.pull) return []
    return [{ row, text, title: row.pull === null ? plainText(pull?.title ?? '') : '' }]
  })
  if (changed.length === 0) return
  const descriptions = await readDescriptions()
  const by = { actor: 'repository', now: new Date() }
  await new BoardStore(database).write(boardId, by, async (board) => {
    for (const { row, text, title } of changed) {
      const { tx } = board
      await tx
        .updateTable('branches')
        .set({ pull: text })
        .where('card_id', '=', row.cardId)
        .execute()
      if (title === '' || descriptions.has(row.name)) continue
      await tx.updateTable('cards').set({ title }).where('id', '=', row.cardId).execute()
    }
    board.markChanged()
  })
}
