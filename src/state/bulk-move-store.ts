import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { type BulkCard, type BulkMove, isSameSession, isUnderWay } from '#model/bulk-move.ts'
import { movedCardName } from '#model/move-outcome.ts'
import { createStorageEntry } from './storage.ts'

/** The bulk move that is under way, or the last one of this page. */
export const useBulkMoveStore = create<{ move: BulkMove | undefined }>(() => ({ move: undefined }))

/** Only one bulk move is under way at a time. */
export function isBulkMoveUnderWay(): boolean {
  const { move } = useBulkMoveStore.getState()
  return move !== undefined && isUnderWay(move)
}

export function useIsBulkMoveUnderWay(): boolean {
  return useBulkMoveStore(isBulkMoveUnderWay)
}

/** What a page that is loaded again has to know, in this tab. */
const entry = createStorageEntry('trunkline.bulk-move', readBulkMove, 'tab')

/** Often enough that a reload knows nearly all; the board knows the rest. */
const SAVE_INTERVAL_MS = 250

export function setBulkMove(move: BulkMove | undefined): void {
  useBulkMoveStore.setState({ move })
}

export function changeBulkMove(change: Partial<BulkMove>): void {
  const { move } = useBulkMoveStore.getState()
  if (move) setBulkMove({ ...move, ...change })
}

export function changeBulkCard(cardId: string, change: Partial<BulkCard>): void {
  const { move } = useBulkMoveStore.getState()
  const index = move?.cards.findIndex(({ intent }) => intent.cardId === cardId) ?? -1
  const card = move?.cards[index]
  if (move && card) setBulkMove({ ...move, cards: move.cards.with(index, { ...card, ...change }) })
}

/** A card that isn't sent after all, and why. */
export function leaveOutBulkCard(cardId: string, reason: string): void {
  const { move } = useBulkMoveStore.getState()
  const card = move?.cards.find(({ intent }) => intent.cardId === cardId)
  if (!move || !card) return
  setBulkMove({
    ...move,
    cards: move.cards.filter((other) => other !== card),
    leftOut: [...move.leftOut, { name: movedCardName(card.intent), reason }],
  })
}

/** Keeps the move under way in the tab's storage. Returns the function that ends it. */
export function keepBulkMove(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    timer = undefined
    const { move } = useBulkMoveStore.getState()
    entry.save(move?.phase === 'done' ? undefined : move)
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_INTERVAL_MS)
  }
  save()
  const unsubscribe = useBulkMoveStore.subscribe(saveSoon)
  window.addEventListener('pagehide', save)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('pagehide', save)
    save()
  }
}

/** Whether this tab was in the middle of a bulk move when the page was loaded again. */
export function hasInterruptedMove(): boolean {
  return entry.load() !== undefined
}

/** The move of a board that this tab was in the middle of when the page was loaded again, once. */
export function takeInterruptedMove(board: BoardSession): BulkMove | undefined {
  const move = entry.load()
  if (!move || !isSameSession(move.session, board)) return undefined
  entry.save(undefined)
  return move
}

/** Only this app writes it, so its shape is checked as far as another version could differ. */
function readBulkMove(json: unknown): BulkMove | undefined {
  return isBulkMove(json) ? json : undefined
}

function isBulkMove(json: unknown): json is BulkMove {
  if (!isObject(json)) return false
  const cards = own(json, 'cards')
  const areCards =
    Array.isArray(cards) && cards.every((card) => isObject(card) && isObject(own(card, 'intent')))
  const leftOut = own(json, 'leftOut')
  const isLeftOut = Array.isArray(leftOut) && leftOut.every(isObject)
  return areCards && isLeftOut && isObject(own(json, 'session'))
}
