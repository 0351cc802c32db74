import { create } from 'zustand'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import { type BulkCard, isSameSession, isUnderWay } from '#model/bulk-card.ts'
import { readBulkAction } from '#model/bulk-kinds.ts'
import { cardNameOf } from '#model/move-outcome.ts'
import { createStorageEntry } from './storage.ts'

/** The action on many cards that is under way, or the last one of this page. */
export const useBulkActionStore = create<{ action: BulkAction | undefined }>(() => ({
  action: undefined,
}))

/** Only one is under way at a time. */
export function isBulkActionUnderWay(): boolean {
  const { action } = useBulkActionStore.getState()
  return action !== undefined && isUnderWay(action)
}

export function useIsBulkActionUnderWay(): boolean {
  return useBulkActionStore(isBulkActionUnderWay)
}

/** What a page that is loaded again has to know, in this tab. */
const entry = createStorageEntry('trunkline.bulk-action', readBulkAction, 'tab')

/** Often enough that a reload knows nearly all; the board knows the rest. */
const SAVE_INTERVAL_MS = 250

export function setBulkAction(action: BulkAction | undefined): void {
  useBulkActionStore.setState({ action })
}

type Progress = Partial<Pick<BulkAction, 'phase' | 'pausedBy' | 'waitSeconds'>>

export function changeBulkAction(change: Progress): void {
  const { action } = useBulkActionStore.getState()
  if (action) setBulkAction({ ...action, ...change })
}

/** `change` has an intent and an outcome of the kind of the action. */
export function changeBulkCard(cardId: string, change: Partial<BulkCard>): void {
  const { action } = useBulkActionStore.getState()
  const cards: readonly BulkCard[] = action?.cards ?? []
  const index = cards.findIndex(({ intent }) => intent.cardId === cardId)
  const card = cards[index]
  if (action && card) setCards(action, cards.with(index, { ...card, ...change }))
}

/** A card that isn't sent after all, and why. */
export function leaveOutBulkCard(cardId: string, reason: string): void {
  const { action } = useBulkActionStore.getState()
  const cards: readonly BulkCard[] = action?.cards ?? []
  const card = cards.find(({ intent }) => intent.cardId === cardId)
  if (!action || !card) return
  const leftOut = [...action.leftOut, { name: cardNameOf(card.intent), reason }]
  setCards(
    { ...action, leftOut },
    cards.filter((other) => other !== card),
  )
}

function setCards(action: BulkAction, cards: readonly BulkCard[]): void {
  // The runner of an action changes its cards by what the same action has sent.
  setBulkAction({ ...action, cards } as BulkAction)
}

/** Keeps the action under way in the tab's storage. Returns the function that ends it. */
export function keepBulkAction(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    timer = undefined
    const { action } = useBulkActionStore.getState()
    entry.save(action?.phase === 'done' ? undefined : action)
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_INTERVAL_MS)
  }
  save()
  const unsubscribe = useBulkActionStore.subscribe(saveSoon)
  window.addEventListener('pagehide', save)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('pagehide', save)
    save()
  }
}

/** What was sent still gets its outcome; the rest isn't sent. */
export function cancelBulkAction(): void {
  changeBulkAction({ phase: 'canceled', pausedBy: undefined })
}

/** What this tab was in the middle of when the page was loaded again. */
export function interruptedType(): BulkAction['type'] | undefined {
  return entry.load()?.type
}

/** Of a key that was removed. What is under way ends by itself. */
export function forgetBulkAction(keyId: string): void {
  if (entry.load()?.session.keyId === keyId) entry.save(undefined)
  const { action } = useBulkActionStore.getState()
  const isEnded = action !== undefined && !isUnderWay(action)
  if (isEnded && action.session.keyId === keyId) setBulkAction(undefined)
}

/**
 * The action on a board that this tab was in the middle of when the page was loaded again, once.
 */
export function takeInterruptedAction(board: BoardSession): BulkAction | undefined {
  const action = entry.load()
  if (!action || !isSameSession(action.session, board)) return undefined
  entry.save(undefined)
  return action
}
