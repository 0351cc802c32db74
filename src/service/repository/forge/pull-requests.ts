import type { ReviewState } from '#contract/repository-values.ts'
import type { ForgeReader, PullRequest } from '../../forge/forge.ts'
import { BoardStore } from '../../store/board-store.ts'
import { type Pull, parseStored } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import { storedBranches } from '../config/repository-rows.ts'
import { plainName, plainText } from '../git/plain-text.ts'
import { nameOfPull, numberOfPull } from '../git/pull-refs.ts'

/** The pull request of a card, with its title if the forge has told it since the start. */
interface KnownPull extends Pull {
  title?: string | undefined
}

/** A review can be given without a change that the list shows. */
const REVIEWS_MS = 10 * 60_000

/** The pull requests of the cards of one board, by their branches. */
export class PullRequests {
  #byBranch: ReadonlyMap<string, KnownPull> = new Map()
  /** All that the last list had, by their branches. */
  #open: ReadonlyMap<string, PullRequest> = new Map()
  /** Whether the forge has been read since the start. */
  #isRead = false
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

  /**
   * Reads those of the branches that are open, and how others ended that were open before. Of
   * several, the one into a branch of a column counts. Reviews that are new are unknown until they
   * are read.
   */
  async read(
    branches: Iterable<string>,
    columns: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const open = onePerBranch(await this.forge.openPulls(signal), columns)
    const found = new Map<string, KnownPull>()
    for (const branch of branches) {
      const pull = open.get(branch)
      const known = this.#byBranch.get(branch)
      if (pull) found.set(branch, knownPull(pull, this.#reviewOf(pull, known)))
      else if (known) found.set(branch, await this.#ended(known, signal))
    }
    this.#byBranch = found
    this.#open = open
    this.#isRead = true
  }

  /** One that isn't among the open ones. */
  async #ended(known: KnownPull, signal: AbortSignal): Promise<KnownPull> {
    const now = isOpen(known) ? await this.forge.pull(known.number, signal) : undefined
    if (!now) return known
    // A review is of the commit that was reviewed.
    return knownPull(now, now.head === known.head ? known.review : undefined)
  }

  /** The open ones by the names of their cards; undefined until the forge has been read. */
  get cards(): ReadonlyMap<string, Pick<PullRequest, 'number' | 'head'>> | undefined {
    return this.#isRead ? this.#open : undefined
  }

  /** Whether what a move has read is what the card shows. */
  isShown(branch: string, pulls: readonly Pull[]): boolean {
    const known = this.#byBranch.get(branch)
    const shown = known && `${known.number} ${known.state} ${known.review}`
    if (pulls.length === 0) return known === undefined || !isOpen(known)
    return pulls.some(({ number, state, review }) => `${number} ${state} ${review}` === shown)
  }

  /** What there is to read of the reviews of a branch: nothing, news, or only what may be old. */
  dueReview(branch: string): 'none' | 'new' | 'old' {
    const pull = this.#open.get(branch)
    if (!pull) return 'none'
    const known = this.#reviews.get(pull.number)
    if (known?.key !== keyOf(pull)) return 'new'
    return Date.now() - known.at < REVIEWS_MS ? 'none' : 'old'
  }

  /** Returns whether they come to something else than before. */
  async readReview(branch: string, signal: AbortSignal): Promise<boolean> {
    const pull = this.#open.get(branch)
    if (!pull) return false
    const review = await this.forge.reviewOf(pull, signal)
    this.#reviews.set(pull.number, { key: keyOf(pull), at: Date.now(), review })
    const known = this.#byBranch.get(branch)
    if (known?.number !== pull.number || known.head !== pull.head) return false
    this.#byBranch = new Map(this.#byBranch).set(branch, { ...known, review })
    return known.review !== review
  }

  #reviewOf(pull: PullRequest, known: KnownPull | undefined): ReviewState | undefined {
    const read = this.#reviews.get(pull.number)
    if (read?.key === keyOf(pull)) return read.review
    // After a restart, what was stored for the same commit still holds.
    const isSame = known?.number === pull.number && known.head === pull.head
    return pull.listedReview ?? (isSame ? known.review : undefined)
  }
}

export interface MoveOfPull {
  name: string
  branches: readonly string[]
  /** Whether the card is the pull request: then it decides, whatever it changes. */
  isOwnCard: boolean
}

/** The pull requests that decide on a move through these branches, each as it is now. */
export async function pullsForMove(
  forge: ForgeReader,
  { name, branches, isOwnCard }: MoveOfPull,
  known: Pull | undefined,
  signal: AbortSignal,
): Promise<Pull[]> {
  const open = await openPullsOf(forge, name, signal)
  const own = isOwnCard ? open : open.filter(({ target }) => branches.includes(target))
  // What was merged into an earlier column was reviewed for that.
  const ended = own.length === 0 && known ? await forge.pull(known.number, signal) : undefined
  const deciding = ended && (isOwnCard || ended.state === 'merged') ? [ended] : own
  const pulls: Pull[] = []
  for (const pull of deciding) pulls.push(knownPull(pull, await forge.reviewOf(pull, signal)))
  return pulls
}

/** Of a branch, or the one that a card stands for. */
async function openPullsOf(
  forge: ForgeReader,
  name: string,
  signal: AbortSignal,
): Promise<PullRequest[]> {
  const number = numberOfPull(name)
  if (number === undefined) {
    return (await forge.pullsOf(name, signal)).filter(({ branch }) => branch === name)
  }
  const pull = await forge.pull(number, signal)
  return pull && isOpen(pull) ? [pull] : []
}

/** A pull request from a fork has no branch here. */
function cardName({ branch, number }: PullRequest): string {
  return branch ?? nameOfPull(number)
}

function knownPull(pull: PullRequest, review: ReviewState | undefined): KnownPull {
  const { number, url, state, target, head, title } = pull
  return { number, url, state, review, target: plainName(target), head, title }
}

function isOpen({ state }: Pick<Pull, 'state'>): boolean {
  return state === 'open' || state === 'draft'
}

function keyOf({ head, updatedAt }: PullRequest): string {
  return `${head} ${updatedAt}`
}

/** The one into a branch of a column, or else the newest. */
function onePerBranch(
  pulls: readonly PullRequest[],
  columns: ReadonlySet<string>,
): Map<string, PullRequest> {
  const found = new Map<string, PullRequest>()
  const rank = (pull: PullRequest) => [Number(columns.has(pull.target)), pull.number] as const
  for (const pull of pulls) {
    const name = cardName(pull)
    const known = found.get(name)
    const [isWanted, number] = rank(pull)
    const [isKnownWanted, knownNumber] = known ? rank(known) : [-1, 0]
    const isBetter = isWanted === isKnownWanted ? number > knownNumber : isWanted > isKnownWanted
    if (isBetter) found.set(name, pull)
  }
  return found
}

/**
 * Shows the pull requests on the cards. The first one of a card gives it its title, unless its
 * branch has a description. Returns whether the cards show something else now.
 */
export async function savePulls(
  database: Database,
  boardId: number,
  pulls: ReadonlyMap<string, KnownPull>,
  readDescriptions: () => Promise<ReadonlyMap<string, string>>,
): Promise<boolean> {
  const rows = await storedBranches(database.reader, boardId)
  const changed = rows.flatMap((row) => {
    const pull = pulls.get(row.name)
    const text = pull ? JSON.stringify({ ...pull, title: undefined }) : null
    if (text === row.pull) return []
    return [{ row, text, title: row.pull === null ? plainText(pull?.title ?? '') : '' }]
  })
  if (changed.length === 0) return false
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
  return true
}
