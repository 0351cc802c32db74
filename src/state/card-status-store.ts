import { create } from 'zustand'
import type { Card } from '#contract/readers/read-card.ts'
import { type BoardRef, cardKey } from '#model/board-ref.ts'
import { createStorageEntry, readStringRecord } from './storage.ts'

/** The outcome of a card's last move that didn't succeed. */
export interface CardStatus {
  type: 'refused' | 'denied' | 'unknown'
  /** Without the card's name: it is shown on the card. */
  text: string
  /** The column in which the card was at that time. */
  statusId: string
}

/** What this browser knows of cards besides their data, by `cardKey`. */
interface CardStatusState {
  statuses: Readonly<Record<string, CardStatus>>
  /**
   * Column ids, newest last: the column that "Try again" repeats after a refused promotion.
   */
  retryTargets: Readonly<Record<string, string>>
  /**
   * When the last change that a person has seen on the card was loaded; from `monotonicNow()`.
   */
  seenAt: Readonly<Record<string, number>>
}

export const useCardStatusStore = create<CardStatusState>(() => ({
  statuses: {},
  retryTargets: {},
  seenAt: {},
}))

/**
 * The status to show on a card. Hidden when the card itself shows the reason, and once the card has
 * moved to another column.
 */
export function cardStatusOf(
  statuses: CardStatusState['statuses'],
  board: BoardRef,
  card: Card,
): CardStatus | undefined {
  const status = statuses[cardKey(board, card.id)]
  if (!status || status.statusId !== card.statusId) return undefined
  return status.type === 'refused' && card.blocked ? undefined : status
}

export function useCardStatus(board: BoardRef, card: Card): CardStatus | undefined {
  return useCardStatusStore(({ statuses }) => cardStatusOf(statuses, board, card))
}

/** Null removes the status of a card. */
export function setCardStatus(key: string, status: CardStatus | null): void {
  const { [key]: previous, ...others } = useCardStatusStore.getState().statuses
  // Each change renders the lists of all columns.
  if (!status && !previous) return
  useCardStatusStore.setState({ statuses: status ? { ...others, [key]: status } : others })
}

export function markChangeSeen(key: string, requestedAt: number): void {
  const { seenAt } = useCardStatusStore.getState()
  if ((seenAt[key] ?? 0) >= requestedAt) return
  useCardStatusStore.setState({ seenAt: { ...seenAt, [key]: requestedAt } })
}

const MAX_TARGETS = 200

const retryTargetsEntry = createStorageEntry('trunkline.asked', readStringRecord)

export function loadRetryTargets(): void {
  useCardStatusStore.setState({ retryTargets: retryTargetsEntry.load() })
}

/** Null removes the target once the card has moved. */
export function setRetryTarget(key: string, statusId: string | null): void {
  const { [key]: previous, ...others } = useCardStatusStore.getState().retryTargets
  if (statusId === null && previous === undefined) return
  const entries = Object.entries(others)
  if (statusId !== null) entries.push([key, statusId])
  const retryTargets = Object.fromEntries(entries.slice(-MAX_TARGETS))
  useCardStatusStore.setState({ retryTargets })
  retryTargetsEntry.save(retryTargets)
}

/** The column that "Try again" repeats; undefined for a card without a refused promotion. */
export function useRetryTarget(board: BoardRef, cardId: string | undefined): string | undefined {
  return useCardStatusStore(({ retryTargets }) =>
    cardId === undefined ? undefined : retryTargets[cardKey(board, cardId)],
  )
}
