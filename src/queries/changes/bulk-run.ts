import type { QueryClient } from '@tanstack/react-query'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Board } from '#contract/readers/read-board.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import type { BulkCard, BulkIntent, BulkOutcome, PauseReason } from '#model/bulk-card.ts'
import {
  changeBulkAction,
  changeBulkCard,
  leaveOutBulkCard,
  useBulkActionStore,
} from '#state/bulk-action-store.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { waitMs } from '../writes/wait-until-visible.ts'

export const MAX_REQUESTS = 4
/** How soon a pause or a cancel ends a wait. */
const WAIT_STEP_MS = 200
/** So many requests in a row without a response: the others would only be lost as well. */
const MAX_LOST_RESPONSES = MAX_REQUESTS

/**
 * What the response to a request says about those that would follow. `pointless`: they would all be
 * rejected like this one.
 */
export type BulkResponse = 'answered' | 'lost' | 'key-rejected' | 'pointless'

export interface BulkSendOptions {
  /** Called once the request is over. Its outcome follows. */
  onResponse: (response: BulkResponse) => void
  /**
   * Waits when the service limits the rate, for the time of its Retry-After. False: the request is
   * not sent again.
   */
  onRateLimit: (delayMs: number) => Promise<boolean>
}

/** What is done with each card. */
export interface BulkJob<Intent extends BulkIntent> {
  /** The card on the board of this moment: what to send, or why it is left out. */
  recheck: (board: Board, planned: Intent) => { intent: Intent } | { reason: string }
  /**
   * Ends when the outcome is known; undefined when it is recorded otherwise. A card that was not
   * sent waits again.
   */
  send: (intent: Intent, options: BulkSendOptions) => Promise<BulkOutcome | 'not-sent' | undefined>
  /** The outcome of a request that ended without one. */
  unconfirmed: (intent: Intent) => BulkOutcome
  /** How many requests may be open at once, at most four. */
  requestsAtOnce: number
}

/**
 * Sends the cards of the action in the store, and records what becomes of them.
 * See .github/decisions/0009-bulk-actions.md.
 */
export class BulkRun<Intent extends BulkIntent> {
  /** Requests without a response. */
  #open = 0
  #lostInARow = 0
  /** From `monotonicNow()`: until then, the service accepts no request. */
  #waitUntil = 0
  readonly #unsettled = new Set<Promise<void>>()
  /** Only outcomes of these very requests count: a card can be changed by others, and again. */
  readonly #sent = new Set<BulkIntent>()
  /** Rejected by a limit of the rate, and then canceled: they can be sent later. */
  readonly #givenUp = new Set<BulkIntent>()
  #onResponse: () => void = () => undefined

  constructor(
    private readonly queryClient: QueryClient,
    private readonly session: BoardSession,
    private readonly job: BulkJob<Intent>,
  ) {}

  async run(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const mustWait = this.#open >= this.job.requestsAtOnce || monotonicNow() < this.#waitUntil
      if (phaseNow() !== 'running' || mustWait) await this.#untilResponse()
      else this.#startIfPossible(next)
    }
    while (this.#unsettled.size > 0) await Promise.all(this.#unsettled)
  }

  record(intent: BulkIntent, outcome: BulkOutcome): void {
    if (!this.#sent.has(intent)) return
    if (this.#givenUp.has(intent)) changeBulkCard(intent.cardId, { state: 'waiting' })
    else changeBulkCard(intent.cardId, { state: 'settled', outcome })
  }

  /** Canceled, or without its key. */
  #isOver(): boolean {
    return phaseNow() === 'canceled' || !isKeyStored(this.session.keyId)
  }

  /** The next card to send; undefined at the end. */
  #next(): Intent | undefined {
    if (this.#isOver()) return undefined
    const isNext = ({ intent, state }: BulkCard) =>
      state === 'waiting' && !this.#givenUp.has(intent)
    return cardsOf<Intent>().find(isNext)?.intent
  }

  /** Resolves when a response arrives, and after a while in any case. */
  #untilResponse(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_STEP_MS)
      this.#onResponse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** The board may have changed since the plan, in a pause for example. */
  #startIfPossible(planned: Intent): void {
    const board = boardWithPendingWrites(this.queryClient, this.session)
    if (!board || !navigator.onLine) return pause('connection')
    const check = this.job.recheck(board, planned)
    if ('reason' in check) leaveOutBulkCard(planned.cardId, check.reason)
    else this.#start(check.intent)
  }

  #start(intent: Intent): void {
    this.#open += 1
    this.#sent.add(intent)
    changeBulkCard(intent.cardId, { intent, state: 'sent' })
    const settled = this.#send(intent).finally(() => this.#unsettled.delete(settled))
    this.#unsettled.add(settled)
  }

  async #send(intent: Intent): Promise<void> {
    const outcome = await this.job.send(intent, {
      onResponse: (response) => {
        this.#open -= 1
        this.#pauseIfUseless(response)
        this.#onResponse()
      },
      onRateLimit: (delayMs) => this.#wait(intent, delayMs),
    })
    if (outcome === 'not-sent') return changeBulkCard(intent.cardId, { state: 'waiting' })
    if (outcome) this.record(intent, outcome)
    const card = cardsOf<Intent>().find((candidate) => candidate.intent === intent)
    // Its key was removed, or the card was changed again by itself.
    if (card?.state === 'sent') this.record(intent, this.job.unconfirmed(intent))
  }

  /** Further requests would meet the same fate. */
  #pauseIfUseless(response: BulkResponse): void {
    this.#lostInARow = response === 'lost' ? this.#lostInARow + 1 : 0
    if (response === 'key-rejected') return pause('key')
    if (response === 'pointless') return changeBulkAction({ phase: 'canceled' })
    if (navigator.onLine && this.#lostInARow < MAX_LOST_RESPONSES) return
    this.#lostInARow = 0
    pause('connection')
  }

  /** All cards wait together, also for the end of a pause. False when nothing more is sent. */
  async #wait(intent: BulkIntent, delayMs: number): Promise<boolean> {
    this.#waitUntil = Math.max(this.#waitUntil, monotonicNow() + delayMs)
    while (monotonicNow() < this.#waitUntil || phaseNow() === 'paused') {
      if (this.#isOver()) break
      const waitSeconds = Math.max(0, Math.ceil((this.#waitUntil - monotonicNow()) / 1_000))
      changeBulkAction({ waitSeconds: waitSeconds || undefined })
      await waitMs(WAIT_STEP_MS)
    }
    changeBulkAction({ waitSeconds: undefined })
    if (!this.#isOver()) return true
    this.#givenUp.add(intent)
    return false
  }
}

export function phaseNow(): BulkAction['phase'] {
  return useBulkActionStore.getState().action?.phase ?? 'canceled'
}

/** The cards of the action in the store, which the job has planned. */
function cardsOf<Intent extends BulkIntent>(): readonly BulkCard<Intent>[] {
  const cards: readonly BulkCard[] = useBulkActionStore.getState().action?.cards ?? []
  return cards as readonly BulkCard<Intent>[]
}

export function pause(pausedBy: PauseReason): void {
  if (phaseNow() === 'running') changeBulkAction({ phase: 'paused', pausedBy })
}
