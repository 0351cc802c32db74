import type { QueryClient } from '@tanstack/react-query'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { type BulkMove, type PauseReason, recheckBulkCard } from '#model/bulk-move.ts'
import { notConfirmed } from '#model/messages/move-messages.ts'
import type { MoveConditions } from '#model/move-check.ts'
import {
  type MoveIntent,
  type MoveOutcome,
  type MoveResponse,
  movedCardName,
} from '#model/move-outcome.ts'
import {
  changeBulkCard,
  changeBulkMove,
  leaveOutBulkCard,
  useBulkMoveStore,
} from '#state/bulk-move-store.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { waitMs } from '../writes/wait-until-visible.ts'
import { moveCard } from './move-card.ts'

const MAX_REQUESTS = 4
/** How soon a pause or a cancel ends a wait. */
const WAIT_STEP_MS = 200
/** So many moves in a row without a response: the others would only be lost as well. */
const MAX_LOST_RESPONSES = MAX_REQUESTS

export function conditionsOf(queryClient: QueryClient, session: BoardSession): MoveConditions {
  const { role, otherKeys } = currentAccess(queryClient, session)
  return { role, otherKeys, isOnline: navigator.onLine }
}

/** Sends the cards of the bulk move in the store, and records what becomes of them. */
export class BulkRun {
  /** Requests without a response. */
  #open = 0
  #lostInARow = 0
  /** From `monotonicNow()`: until then, the service accepts no request. */
  #waitUntil = 0
  readonly #unsettled = new Set<Promise<void>>()
  /** Only reports of these very moves count: a card can be moved by others, and again. */
  readonly #sent = new Set<MoveIntent>()
  /** Rejected by a limit of the rate, and then canceled: they can be sent later. */
  readonly #givenUp = new Set<MoveIntent>()
  #onResponse: () => void = () => undefined

  constructor(
    private readonly queryClient: QueryClient,
    private readonly session: BoardSession,
  ) {}

  async run(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const mustWait = this.#open >= MAX_REQUESTS || monotonicNow() < this.#waitUntil
      if (phaseNow() !== 'running' || mustWait) await this.#untilResponse()
      else this.#startIfPossible(next)
    }
    while (this.#unsettled.size > 0) await Promise.all(this.#unsettled)
  }

  record(intent: MoveIntent, outcome: MoveOutcome): void {
    if (!this.#sent.has(intent)) return
    if (this.#givenUp.has(intent)) changeBulkCard(intent.cardId, { state: 'waiting' })
    else changeBulkCard(intent.cardId, { state: 'settled', outcome })
  }

  /** The next card to send; undefined at the end, which a removed key is, too. */
  #next(): MoveIntent | undefined {
    if (phaseNow() === 'canceled' || !isKeyStored(this.session.keyId)) return undefined
    const { cards = [] } = useBulkMoveStore.getState().move ?? {}
    return cards.find(({ intent, state }) => state === 'waiting' && !this.#givenUp.has(intent))
      ?.intent
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
  #startIfPossible(planned: MoveIntent): void {
    const board = boardWithPendingWrites(this.queryClient, this.session)
    if (!board || !navigator.onLine) return pause('connection')
    const conditions = conditionsOf(this.queryClient, this.session)
    const check = recheckBulkCard(board, planned, conditions)
    if ('reason' in check) leaveOutBulkCard(planned.cardId, check.reason)
    else this.#start(check.intent)
  }

  #start(intent: MoveIntent): void {
    this.#open += 1
    this.#sent.add(intent)
    changeBulkCard(intent.cardId, { intent, state: 'sent' })
    const settled = moveCard(this.queryClient, this.session, intent, {
      onResponse: (response) => {
        this.#open -= 1
        this.#pauseIfUseless(response)
        this.#onResponse()
      },
      onRateLimit: (delayMs) => this.#wait(intent, delayMs),
    }).finally(() => {
      this.#unsettled.delete(settled)
      settleWithoutReport(intent)
    })
    this.#unsettled.add(settled)
  }

  /** Further requests would meet the same fate. */
  #pauseIfUseless({ type }: MoveResponse): void {
    this.#lostInARow = type === 'unknown' ? this.#lostInARow + 1 : 0
    if (type === 'key-rejected') return pause('key')
    if (navigator.onLine && this.#lostInARow < MAX_LOST_RESPONSES) return
    this.#lostInARow = 0
    pause('connection')
  }

  /** All cards wait together, also for the end of a pause. False when a person cancels. */
  async #wait(intent: MoveIntent, delayMs: number): Promise<boolean> {
    this.#waitUntil = Math.max(this.#waitUntil, monotonicNow() + delayMs)
    while (monotonicNow() < this.#waitUntil || phaseNow() === 'paused') {
      if (phaseNow() === 'canceled') break
      const waitSeconds = Math.max(0, Math.ceil((this.#waitUntil - monotonicNow()) / 1_000))
      changeBulkMove({ waitSeconds: waitSeconds || undefined })
      await waitMs(WAIT_STEP_MS)
    }
    changeBulkMove({ waitSeconds: undefined })
    if (phaseNow() !== 'canceled') return true
    this.#givenUp.add(intent)
    return false
  }
}

export function phaseNow(): BulkMove['phase'] {
  return useBulkMoveStore.getState().move?.phase ?? 'canceled'
}

/** A move without a report: its key was removed, or the card was moved again by itself. */
function settleWithoutReport(intent: MoveIntent): void {
  const { cards = [] } = useBulkMoveStore.getState().move ?? {}
  const card = cards.find((candidate) => candidate.intent === intent)
  if (card?.state !== 'sent') return
  const message = notConfirmed(movedCardName(intent), intent.fromName, intent.toName)
  const outcome: MoveOutcome = { type: 'unknown', message, cardStatus: '' }
  changeBulkCard(intent.cardId, { state: 'settled', outcome })
}

export function pause(pausedBy: PauseReason): void {
  if (phaseNow() === 'running') changeBulkMove({ phase: 'paused', pausedBy })
}
