import type { ForgeKind } from '../../forge/forge.ts'
import { deliveryId, type SignedHook, verifyHook } from '../../forge/verify-hook.ts'

/** What became of a web hook. */
export type HookResult = 'woken' | 'repeated' | 'forged' | 'late'

const REPEATED_MS = 10 * 60_000
const MAX_DELIVERIES = 10_000
/** A forged one that isn't seen as such can cause no more than this. */
const WAKE_INTERVAL_MS = 1_000

/**
 * Takes the web hooks of a forge. They only wake: what a body says is never believed, apart from
 * the commits that are worth a look.
 */
export class ForgeHook {
  /** When deliveries came, by their ids. */
  readonly #deliveries = new Map<string, number>()
  #wokenAt = Number.NEGATIVE_INFINITY
  #commits = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly kind: ForgeKind,
    private readonly secret: string,
    private readonly wake: (commits: readonly string[]) => void,
  ) {}

  receive(hook: SignedHook, now = Date.now()): HookResult {
    const verdict = verifyHook(this.kind, hook, this.secret, now)
    if (verdict !== 'accepted') return verdict
    const id = deliveryId(hook.headers)
    if (id !== undefined && this.#isRepeated(id, now)) return 'repeated'
    for (const commit of commitsIn(hook.body)) this.#commits.add(commit)
    const wait = this.#wokenAt + WAKE_INTERVAL_MS - now
    // Several come at once: a push, its checks, its pull request.
    if (wait <= 0) this.#wake(now)
    else this.#timer ??= setTimeout(() => this.#wake(Date.now()), wait).unref()
    return 'woken'
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #wake(now: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wokenAt = now
    const commits = [...this.#commits]
    this.#commits = new Set()
    this.wake(commits)
  }

  #isRepeated(id: string, now: number): boolean {
    for (const [known, at] of this.#deliveries) {
      const isOld = now - at > REPEATED_MS || this.#deliveries.size > MAX_DELIVERIES
      if (!isOld) break
      this.#deliveries.delete(known)
    }
    if (this.#deliveries.has(id)) return true
    this.#deliveries.set(id, now)
    return false
  }
}

const COMMIT =
  /"(?:sha|head_sha|after|id|last_commit|commit_id)":\s*"([0-9a-f]{40}(?:[0-9a-f]{24})?)"/g
const MAX_COMMITS = 50

/** Whatever looks like a commit there: a wrong one is no card's newest, and costs nothing. */
function commitsIn(body: Uint8Array): string[] {
  const text = Buffer.from(body).toString('utf8')
  const found = new Set<string>()
  for (const [, commit = ''] of text.matchAll(COMMIT)) {
    found.add(commit)
    if (found.size >= MAX_COMMITS) break
  }
  return [...found]
}
