import { type BoardSession, isSameBoard } from './board-ref.ts'

/** A card that isn't changed, and why. */
export interface LeftOutCard {
  name: string
  reason: string
}

/** What is sent for one card among many. */
export interface BulkIntent {
  cardId: string
  cardNumber: number
  cardTitle: string
}

/** What became of one card among many. */
export interface BulkOutcome {
  type: 'moved' | 'changed' | 'refused' | 'denied' | 'unknown' | 'gone'
  /** A sentence with the name of the card. */
  message: string
}

/** One card among many. */
export interface BulkCard<Intent = BulkIntent, Outcome = BulkOutcome> {
  intent: Intent
  /** `sent`: the request is under way, or its outcome isn't known yet. */
  state: 'waiting' | 'sent' | 'settled'
  /** The last one that is known. */
  outcome?: Outcome
}

/** Why no further request is sent; a person can resume. */
export type PauseReason = 'by-person' | 'connection' | 'key'

/** What every action on many cards has. */
export interface BulkActionFacts<Card extends BulkCard> {
  session: BoardSession
  cards: readonly Card[]
  leftOut: readonly LeftOutCard[]
  /** `interrupted`: the page was closed or loaded again in the middle. */
  phase: 'running' | 'paused' | 'canceled' | 'done' | 'interrupted'
  pausedBy?: PauseReason | undefined
  /** Seconds until the service accepts requests again. */
  waitSeconds?: number | undefined
  isUndo?: true | undefined
}

/** Is this the same board with the same project? */
export function isSameSession(a: BoardSession, b: BoardSession): boolean {
  return isSameBoard(a, b) && a.projectId === b.projectId
}

/** Something may still be sent, or has no outcome yet. */
export function isUnderWay({ phase }: Pick<BulkActionFacts<BulkCard>, 'phase'>): boolean {
  return phase === 'running' || phase === 'paused' || phase === 'canceled'
}

/** The parts of an action that end with the page. */
export const INTERRUPTED = {
  phase: 'interrupted',
  pausedBy: undefined,
  waitSeconds: undefined,
} as const

/** A card with an outcome keeps it, unless nobody could tell what it is. */
export function mustBeJudged({ state, outcome }: BulkCard): boolean {
  return state !== 'settled' || outcome?.type === 'unknown'
}

/** How many cards have which outcome. */
export type BulkCounts = Readonly<
  Record<BulkOutcome['type'] | 'total' | 'done' | 'notSent' | 'leftOut', number>
>

export function countOutcomes({
  cards,
  leftOut,
}: {
  cards: readonly BulkCard[]
  leftOut: readonly LeftOutCard[]
}): BulkCounts {
  const counts = {
    total: cards.length,
    /** With an outcome. */
    done: 0,
    moved: 0,
    changed: 0,
    refused: 0,
    denied: 0,
    unknown: 0,
    gone: 0,
    notSent: 0,
    leftOut: leftOut.length,
  }
  for (const { state, outcome } of cards) {
    if (outcome) counts[outcome.type] += 1
    else if (state === 'waiting') counts.notSent += 1
    if (state === 'settled') counts.done += 1
  }
  return counts
}
