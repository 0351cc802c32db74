import { type CommitResults, ForgeError } from '../../forge/forge.ts'
import type { OpenForge } from '../../forge/open-forge.ts'
import { messages } from '../../messages/messages.ts'
import type { Pull } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import { ForgeLooks, type WatchedBoard } from './forge-looks.ts'
import { type MoveOfPull, pullsForMove } from './pull-requests.ts'

interface ForgeWatchOptions {
  database: Database
  /** Ends what runs. */
  stopping: AbortSignal
  onFault: (requestId: string, error: unknown) => void
  /** How often it looks, in milliseconds. */
  intervalMs?: number
}

const INTERVAL_MS = 15_000
/** Looks that may fail before anybody is told: a forge is restarted, too. */
const MAX_SILENT_FAILURES = 2
/** What is older than this doesn't decide on a move. */
const MAX_AGE_MS = 60_000

/** What a forge has said about one move, and when it was asked, in milliseconds of this process. */
export type ForgeAnswer =
  | { type: 'known'; askedAt: number; results: CommitResults; pulls: readonly Pull[] }
  | { type: 'unknown'; reason: string }

/** Whether it still counts: a move can wait for its turn, and for a check command. */
export function isFresh(answer: { askedAt: number }): boolean {
  return performance.now() - answer.askedAt <= MAX_AGE_MS
}

/** Keeps what a forge says about the cards of one board, and asks it about moves. */
export class ForgeWatch {
  readonly #looks: ForgeLooks
  #running: Promise<void> | undefined
  #isStarted = false
  #isDue = false
  #failures = 0
  #reason: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly board: WatchedBoard,
    private readonly forge: OpenForge,
    private readonly options: ForgeWatchOptions,
  ) {
    this.#looks = new ForgeLooks(board, forge, options)
  }

  get web() {
    return this.forge.web
  }

  get requests() {
    return this.forge.counts
  }

  /** Called when something is known that wasn't before. */
  set onNews(listener: () => void) {
    this.#looks.onNews = listener
  }

  async start(): Promise<void> {
    await this.#looks.start()
    this.#isStarted = true
    const { intervalMs = INTERVAL_MS } = this.options
    this.#timer = setInterval(() => this.look(), intervalMs).unref()
    this.look()
  }

  /** Returns at once. A look that goes on is followed by another one. */
  look(): void {
    // A sync can be faster than the store: what it has must not replace what the forge has said.
    if (!this.#isStarted) return
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      // One can be asked for between the end of the last and this.
      if (this.#isDue && !this.options.stopping.aborted) this.look()
    })
  }

  /** A web hook says that there is something new, and is believed in nothing else. */
  wake(commits: readonly string[]): void {
    this.#looks.wake(commits)
    this.look()
  }

  /** Resolves when no look goes on. */
  async settled(): Promise<void> {
    while (this.#running || this.#looks.taking) await (this.#running ?? this.#looks.taking)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.forge.close()
    await this.settled()
  }

  /** Why what the board shows of the forge is old; undefined while it follows. */
  problem(): string | undefined {
    if (this.#failures < MAX_SILENT_FAILURES || this.#reason === undefined) return undefined
    return messages.forge.notFollowed(this.#reason)
  }

  /** Whether the last looks have read what there was. */
  get isCurrent(): boolean {
    return this.problem() === undefined
  }

  resultsOf(commit: string): CommitResults | undefined {
    return this.#looks.results.get(commit)
  }

  /**
   * The pull requests that are cards where cards are pull requests, by the cards' names. Undefined
   * until the forge has been read.
   */
  get cards() {
    return this.#looks.pulls.cards
  }

  pullOf(branch: string): Pull | undefined {
    return this.#looks.pulls.byBranch.get(branch)
  }

  /** Asks what decides on a move. Without an answer, the reason is the answer. */
  async ask(move: MoveOfPull & { head: string }, signal: AbortSignal): Promise<ForgeAnswer> {
    const { forMoves } = this.forge
    const [askedAt, readAt] = [performance.now(), Date.now()]
    try {
      const results = await forMoves.resultsOf(move.head, signal)
      const pulls = await pullsForMove(forMoves, move, this.pullOf(move.name), signal)
      const committedAt = Date.parse(this.board.committedAt(move.head) ?? '') || readAt
      // The card shows it, too, also if the move is refused.
      const isNews = this.#looks.results.take(move.head, results, { readAt, committedAt })
      if (isNews) this.#looks.markNews()
      if (!this.#looks.pulls.isShown(move.name, pulls)) this.#looks.wake([])
      this.look()
      return { type: 'known', askedAt, results, pulls }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ForgeError)) this.options.onFault('forge', error)
      return { type: 'unknown', reason: reasonOf(error) }
    }
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.options.stopping.aborted) {
      this.#isDue = false
      try {
        this.#isDue = (await this.#looks.look()) || this.#isDue
        const wasCurrent = this.isCurrent
        this.#failures = 0
        this.#reason = undefined
        if (!wasCurrent) this.#looks.onNews()
      } catch (error) {
        if (!this.options.stopping.aborted) this.#fail(error)
      }
    }
  }

  #fail(error: unknown): void {
    this.#failures += 1
    // What counts on the forge is unknown from now on.
    if (this.#failures === MAX_SILENT_FAILURES) this.#looks.onNews()
    const isNew = this.#reason !== reasonOf(error)
    this.#reason = reasonOf(error)
    if (isNew || !(error instanceof ForgeError)) this.options.onFault('forge', error)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ForgeError ? error.message : messages.forge.unexpected
}
