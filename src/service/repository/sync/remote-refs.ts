import { messages } from '../../messages/messages.ts'
import { Queue } from '../../queue.ts'
import { plainText } from '../git/plain-text.ts'
import {
  adoptFetchedRefs,
  FETCH_TIMEOUT_MS,
  type FetchResult,
  fetchedRefs,
  fetchRemote,
} from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import { withDeadline } from '../git/with-deadline.ts'

/** A fetch that a promotion overtakes is repeated so often. */
const MAX_FETCHES = 3

/**
 * Gets the refs of a remote, beside what queues: a remote that hangs holds up nothing else. What
 * was fetched becomes the board's in a turn of the queue.
 */
export class RemoteRefs {
  readonly #fetches = new Queue()
  #overtake = new AbortController()
  /** Rises when a promotion begins to change refs, and when it ends. */
  #publications = 0

  constructor(
    private readonly repository: Repository,
    private readonly queue: Queue,
  ) {}

  /** Returns why it couldn't, or couldn't get all. */
  async fetch(stopping: AbortSignal): Promise<string | undefined> {
    for (let attempt = 0; attempt < MAX_FETCHES; attempt += 1) {
      const before = this.#publications
      const overtaken = this.#overtake.signal
      const fetched = await this.#fetch([stopping, overtaken])
      if (overtaken.aborted && !stopping.aborted) continue
      if (fetched.type === 'failed') return fetched.reason
      const adopted = await this.queue.run(async () =>
        // The remote's refs were read before or during a promotion: they can be older than its own.
        before === this.#publications ? this.#adopt(fetched) : OUTDATED,
      )
      if (adopted !== OUTDATED) return adopted
    }
    return messages.repository.fetchOvertaken
  }

  /** The same for callers that have their turn in the queue. */
  async fetchNow(signal: AbortSignal): Promise<void> {
    this.#overtake.abort()
    this.#overtake = new AbortController()
    const fetched = await this.#fetch([signal])
    if (fetched.type !== 'failed') await this.#adopt(fetched)
  }

  /** For changes of refs by a promotion. */
  async whilePublishing<Result>(change: () => Promise<Result>): Promise<Result> {
    this.#publications += 1
    try {
      return await change()
    } finally {
      this.#publications += 1
    }
  }

  /** Never during a fetch: that removes what others have left. */
  beside<Result>(fetch: () => Promise<Result>): Promise<Result> {
    return this.#fetches.run(fetch)
  }

  #fetch(signals: readonly AbortSignal[]): Promise<Fetched> {
    const { git, source } = this.repository
    return this.#fetches.run(async () => {
      const before = await fetchedRefs(git)
      const result = await withDeadline(FETCH_TIMEOUT_MS, signals, (signal) =>
        fetchRemote({ git: git.until(signal), source }),
      )
      return { ...result, before }
    })
  }

  async #adopt(fetched: Fetched): Promise<string | undefined> {
    const before = fetched.type === 'partial' ? fetched.before : undefined
    const failed = await adoptFetchedRefs(this.repository.git, before)
    if (fetched.type === 'partial') return fetched.reason
    return failed.length > 0 ? messages.repository.refsNotUpdated(failed.map(plainText)) : undefined
  }
}

/** `before` is what the last fetch had got. */
type Fetched = FetchResult & { before: ReadonlyMap<string, string> }

const OUTDATED = Symbol('outdated')
