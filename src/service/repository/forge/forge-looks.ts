import { ForgeError } from '../../forge/forge.ts'
import type { OpenForge } from '../../forge/open-forge.ts'
import type { Database } from '../../store/open-database.ts'
import { storedBranches } from '../config/repository-rows.ts'
import type { Git } from '../git/git.ts'
import { numberOfPull, type WantedPull } from '../git/pull-refs.ts'
import { readDescriptions } from '../git/read-descriptions.ts'
import { KnownResults } from './forge-results.ts'
import { PullRequests, savePulls } from './pull-requests.ts'

/** The board whose cards it's about. */
export interface WatchedBoard {
  boardId: number
  git: Git
  /** The branches of its columns. */
  columns: () => ReadonlySet<string>
  /** The cards' branches that exist, by name; undefined before the first sync. */
  branches: () => ReadonlyMap<string, { head: string }> | undefined
  /** ISO 8601, of a newest commit. */
  committedAt: (head: string) => string | undefined
  /** Takes over which pull requests are cards; nothing on a board whose cards are branches. */
  takePulls: (pulls: readonly WantedPull[]) => Promise<void>
}

interface LookOptions {
  database: Database
  /** Ends what runs. */
  stopping: AbortSignal
  onFault: (requestId: string, error: unknown) => void
}

/** The list of pull requests is read at most this often, unless there is a reason to. */
const PULLS_MS = 30_000
/** During a long look. */
const SHOW_MS = 3_000
/** Of what is known already, in one look. */
const MAX_REPEATS = 60
/** In one look, whatever wakes it. */
const MIN_ASKS = 20
/** What couldn't be read is left alone for a while: it must not keep others from being read. */
const FAILED_MS = 5 * 60_000

/** Reads what a forge says about the cards of one board, the newest ones first. */
export class ForgeLooks {
  readonly pulls: PullRequests
  readonly results: KnownResults
  /** While the board takes over which pull requests are cards. */
  taking: Promise<unknown> | undefined
  /** Called when something is known that wasn't before. */
  onNews: () => void = () => undefined
  #pullsReadAt = Number.NEGATIVE_INFINITY
  /** Branches that the last list was read for. */
  #seenBranches: ReadonlySet<string> = new Set()
  /** Commits of which a web hook has told. */
  readonly #woken = new Set<string>()
  #wakes = 0
  /** When what couldn't be read may be asked for again. */
  readonly #failed = new Map<string, number>()
  #isNews = false

  constructor(
    private readonly board: WatchedBoard,
    private readonly forge: OpenForge,
    private readonly options: LookOptions,
  ) {
    this.pulls = new PullRequests(forge)
    this.results = new KnownResults(options.database, board.boardId, forge)
  }

  async start(): Promise<void> {
    await this.pulls.start(this.options.database, this.board.boardId)
    await this.results.load()
  }

  /** The next look reads the pull requests, and the results of these commits. */
  wake(commits: readonly string[]): void {
    for (const commit of commits) this.#woken.add(commit)
    this.#wakes += 1
    this.#pullsReadAt = Number.NEGATIVE_INFINITY
  }

  /** Something else has read what a card shows. */
  markNews(): void {
    this.#isNews = true
  }

  /** Returns whether another look is due at once. Throws ForgeError when the forge doesn't answer. */
  async look(): Promise<boolean> {
    const { stopping, database } = this.options
    const branches = this.board.branches()
    if (!branches) return false
    const rows = await storedBranches(database.reader, this.board.boardId)
    const before = this.#wakes
    // A branch that was just pushed can have one, too.
    const isNew = [...branches.keys()].some((name) => !this.#seenBranches.has(name))
    if (isNew || Date.now() - this.#pullsReadAt >= PULLS_MS) {
      const readAt = Date.now()
      const names = new Set([...branches.keys(), ...rows.map(({ name }) => name)])
      await this.pulls.read(names, this.board.columns(), stopping)
      if (this.#wakes === before) this.#pullsReadAt = readAt
      this.#seenBranches = names
      this.#takePulls()
    }
    const wakes = this.#wakes
    try {
      await this.#readDue(rows, wakes)
    } finally {
      if (!stopping.aborted) await this.#show()
    }
    return this.#wakes !== before
  }

  /** Beside the look: a remote that hangs must not keep results from being read. */
  #takePulls(): void {
    const forks = [...(this.pulls.cards ?? [])].flatMap(([name, { number, head }]) => {
      const ref = this.forge.pullRef(number)
      return numberOfPull(name) === undefined ? [] : [{ number, head, ref }]
    })
    const taking = this.board
      .takePulls(forks)
      .catch((error: unknown) => this.options.onFault('forge', error))
      .finally(() => {
        if (this.taking === taking) this.taking = undefined
      })
    this.taking = taking
  }

  /** As far as there are requests, and until a web hook tells of something newer. */
  async #readDue(rows: readonly Card[], wakes: number): Promise<void> {
    const { stopping } = this.options
    const cards = rows.toSorted((a, b) => this.#timeOf(b.head) - this.#timeOf(a.head))
    const heads = new Set(cards.map(({ head }) => head))
    for (const commit of this.#woken) if (!heads.has(commit)) this.#woken.delete(commit)
    const asks = cards.flatMap((card) => this.#asksOf(card))
    const woken = asks.filter(({ key }) => this.#woken.has(key))
    const repeats = asks.filter(({ isRepeat }) => isRepeat).slice(0, MAX_REPEATS)
    const news = asks.filter((ask) => !ask.isRepeat && !woken.includes(ask))
    let shownAt = Date.now()
    // However often hooks come, some of the others are read each time.
    const least = woken.length + MIN_ASKS
    for (const [index, ask] of [...woken, ...news, ...repeats].entries()) {
      const isOvertaken = this.#wakes !== wakes && index >= least
      if (stopping.aborted || isOvertaken || this.forge.budget.left < 1) break
      await this.#read(ask)
      // On a large board, the newest cards needn't wait for the others.
      if (Date.now() - shownAt < SHOW_MS) continue
      await this.#show()
      shownAt = Date.now()
    }
    await this.results.keep(heads)
  }

  /** What is to be read of a card. */
  #asksOf({ name, head }: Card): Ask[] {
    const { stopping } = this.options
    const asks: Ask[] = []
    const isNew = this.#woken.has(head) || this.results.get(head) === undefined
    if (isNew || this.results.isDue(head)) {
      const read = () => this.results.read(head, this.#timeOf(head) || Date.now(), stopping)
      asks.push({ key: head, isRepeat: !isNew, read })
    }
    const review = this.pulls.dueReview(name)
    if (review !== 'none') {
      const read = () => this.pulls.readReview(name, stopping)
      asks.push({ key: `review of ${name}`, isRepeat: review === 'old', read })
    }
    return asks.filter(({ key }) => this.#woken.has(key) || !this.#hasFailed(key))
  }

  async #read({ key, read }: Ask): Promise<void> {
    // Before the question: what comes during it is newer than the answer.
    const isWoken = this.#woken.delete(key)
    try {
      if (await read()) this.#isNews = true
      this.#failed.delete(key)
    } catch (error) {
      if (!(error instanceof ForgeError) || error.isGeneral) {
        if (isWoken) this.#woken.add(key)
        throw error
      }
      if (!this.#failed.has(key)) this.options.onFault('forge', error)
      this.#failed.set(key, Date.now() + FAILED_MS)
    }
  }

  #hasFailed(key: string): boolean {
    return (this.#failed.get(key) ?? 0) > Date.now()
  }

  async #show(): Promise<void> {
    const { boardId, git } = this.board
    const pulls = this.pulls.byBranch
    const isOther = await savePulls(this.options.database, boardId, pulls, () =>
      readDescriptions(git),
    )
    if (!isOther && !this.#isNews) return
    this.#isNews = false
    this.onNews()
  }

  /** In milliseconds since the epoch; 0 for a commit that git doesn't know. */
  #timeOf(head: string): number {
    return Date.parse(this.board.committedAt(head) ?? '') || 0
  }
}

/** A card's branch, also of one that was deleted. */
interface Card {
  name: string
  head: string
}

/** A question to the forge. */
interface Ask {
  key: string
  /** Whether an answer is known, which may be old. */
  isRepeat: boolean
  /** Returns whether the answer is another one than before. */
  read: () => Promise<boolean>
}
