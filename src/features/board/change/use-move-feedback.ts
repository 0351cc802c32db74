import { useState } from 'react'
import { isBoardOnScreen, messageOnBoard } from '#features/shared/message-on-board.ts'
import * as messages from '#messages/move-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { type BoardSession, cardKey } from '#model/board-ref.ts'
import type { MoveCheck } from '#model/move-check.ts'
import {
  cardNameOf,
  type MoveIntent,
  type MoveOutcome,
  type MoveResponse,
} from '#model/move-outcome.ts'
import type { MoveReport } from '#queries/changes/move-reports.ts'
import { useMoveReports } from '#queries/changes/use-moves.ts'
import { recordOwnActivity } from '#state/activity-store.ts'
import { announce } from '#state/announcer.ts'
import { focusCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { type CardStatus, setCardStatus, setRetryTarget } from '#state/card-status-store.ts'
import { dismissToastAbout, showToast, type ToastAction } from '#state/toast-store.ts'
import type { UndoableChange } from '#state/undo-store.ts'
import { listOnPage } from '../board-marks.ts'
import { flashCard, isCardInSight, isColumnInSight } from '../focus/show-card.ts'
import { createUndoableMoves } from './undoable-moves.ts'

/** Shows what happens to moves, whatever started them. Use it once. */
export function useMoveFeedback(): void {
  const [showReportAndScroll] = useState(createFeedback)
  useMoveReports(showReportAndScroll)
}

/** After this time, who can't see the card hears that the move is still under way. */
const LONG_WAIT_MS = 3_000

function createFeedback() {
  const announceWait = createWaitAnnouncer()
  const keepScroll = createScrollKeeper()
  const undoOf = createUndoableMoves()
  return (report: MoveReport): void => {
    const undo = undoOf(report)
    const isBulk = report.type !== 'not-sent' && report.intent.isBulk
    if (isBulk) return showReport(report, undo)
    announceWait(report)
    keepScroll(report, () => showReport(report, undo))
  }
}

function createWaitAnnouncer() {
  const waits = new Map<string, ReturnType<typeof setTimeout>>()
  return (report: MoveReport): void => {
    if (report.type === 'not-sent') return
    const { cardId, toName } = report.intent
    clearTimeout(waits.get(cardId))
    if (report.type !== 'started') return
    const name = cardNameOf(report.intent)
    const sayMoving = () => announce(messages.stillMoving(name, toName))
    waits.set(cardId, setTimeout(sayMoving, LONG_WAIT_MS))
  }
}

/**
 * A key scrolls to the card in its new column. A rejected move leaves no trace there, unless a
 * person has scrolled since then. A drop scrolls nothing, and asks for no layout.
 */
function createScrollKeeper() {
  const scrolls = new Map<string, { list: Element; top: number; scrolling: AbortController }>()
  return (report: MoveReport, show: () => void): void => {
    if (report.type === 'started' && !isDrop(report.intent)) {
      const list = listOnPage(report.intent.toStatusId)
      if (list) scrolls.set(report.intent.cardId, rememberScroll(list))
    }
    show()
    if (report.type !== 'settled') return
    const before = scrolls.get(report.intent.cardId)
    scrolls.delete(report.intent.cardId)
    const hasScrolled = before?.scrolling.signal.aborted
    before?.scrolling.abort()
    const isRejected = report.outcome.type === 'refused' || report.outcome.type === 'denied'
    if (before && isRejected && !hasScrolled) before.list.scrollTop = before.top
  }
}

/** Whether the card has the focus and isn't scrolled to. */
function isDrop({ cardId, isUndo }: MoveIntent): boolean {
  const { focusedCard, isCardFocused, keepsScroll } = useBoardUiStore.getState()
  return !isUndo && focusedCard === cardId && isCardFocused && keepsScroll
}

/** `scrolling` is aborted when a person scrolls the list. */
function rememberScroll(list: Element) {
  const scrolling = new AbortController()
  const options = { signal: scrolling.signal, passive: true }
  for (const type of ['wheel', 'touchmove', 'pointerdown']) {
    list.addEventListener(type, () => scrolling.abort(), options)
  }
  return { list, top: list.scrollTop, scrolling }
}

function showReport(report: MoveReport, undo: UndoableChange | undefined): void {
  const { session } = report
  if (report.type !== 'not-sent' && report.intent.isBulk) return showOnCard(report)
  switch (report.type) {
    case 'started':
      return showStart(session, report.intent)
    case 'unconfirmed':
      return showUnconfirmed(session, report.intent, report.response)
    case 'settled':
      return showOutcome(report, undo)
    case 'not-sent':
      return showCheck(session, report.check)
  }
}

/**
 * A move of many cards has one summary, and each of its cards what it shows after a single move.
 */
function showOnCard(report: Exclude<MoveReport, { type: 'not-sent' }>): void {
  const { session, intent } = report
  if (report.type === 'started') setCardStatus(cardKey(session, intent.cardId), null)
  if (report.type === 'unconfirmed') showUnconfirmed(session, intent, report.response)
  if (report.type === 'settled') keepOutcome(session, intent, report.outcome)
}

/** The focus stays with the card, or goes to it when the move began elsewhere, as an undo does. */
function showStart(session: BoardSession, { cardId, isUndo, keepsFocus }: MoveIntent): void {
  const { focusedCard, isCardFocused } = useBoardUiStore.getState()
  const hasFocus = focusedCard === cardId && isCardFocused
  // The undo of a drop follows the card: the next key needs the focus at once.
  const mustFocus = !keepsFocus && (isUndo || !hasFocus)
  if (mustFocus && isBoardOnScreen(session)) focusCard(cardId)
  setCardStatus(cardKey(session, cardId), null)
  dismissToastAbout(cardKey(session, cardId))
}

function missingReason(response: MoveResponse): string {
  return response.type === 'unknown' ? response.message : ''
}

const TONES = {
  moved: 'success',
  gone: 'info',
  refused: 'error',
  denied: 'error',
  unknown: 'error',
} as const

type SettledReport = Extract<MoveReport, { type: 'settled' }>

function showOutcome(report: SettledReport, undo: UndoableChange | undefined): void {
  const { session, intent, outcome } = report
  const { type, message } = outcome
  const isOnScreen = isBoardOnScreen(session)
  const about = cardKey(session, intent.cardId)
  const actions = isOnScreen ? actionsAfter(intent, outcome, undo) : []
  showToast(messageOnBoard(session, message), TONES[type], { actions, about, isTimed: true })
  if (isOnScreen) flashCard(intent.cardId)
  keepOutcome(session, intent, outcome)
}

function showUnconfirmed(session: BoardSession, intent: MoveIntent, response: MoveResponse): void {
  const text = messages.notConfirmedStatus(missingReason(response))
  showCardStatus(session, intent, { type: 'unknown', text })
}

/** On the card, also when its toast is gone. */
function keepOutcome(
  session: BoardSession,
  intent: MoveIntent,
  { type, message, cardStatus }: MoveOutcome,
): void {
  if (type === 'moved') recordOwnActivity(session, intent.cardId, message)
  const about = cardKey(session, intent.cardId)
  setRetryTarget(about, type === 'refused' ? intent.toStatusId : null)
  const hasStatus = type !== 'moved' && type !== 'gone' && cardStatus !== ''
  if (hasStatus) showCardStatus(session, intent, { type, text: cardStatus })
  else setCardStatus(about, null)
}

function actionsAfter(
  { cardId, fromStatusId, toStatusId }: MoveIntent,
  { type, canRetry }: MoveOutcome,
  undo: UndoableChange | undefined,
): ToastAction[] {
  const actions: ToastAction[] = []
  if (undo) actions.push({ type: 'undo', change: undo })
  if (canRetry) actions.push({ type: 'retry-move', cardId, statusId: toStatusId })
  // A drag on a phone scrolls away from where a rejected card returns to in the next render.
  const isInSight = type === 'moved' ? isCardInSight(cardId) : isColumnInSight(fromStatusId)
  if (type !== 'gone' && !isInSight) actions.push({ type: 'show-card', cardId })
  return actions
}

function showCardStatus(
  session: BoardSession,
  { cardId, fromStatusId }: MoveIntent,
  status: Omit<CardStatus, 'statusId'>,
): void {
  setCardStatus(cardKey(session, cardId), { ...status, statusId: fromStatusId })
}

function showCheck(session: BoardSession, check: Exclude<MoveCheck, { type: 'allowed' }>): void {
  if (check.type === 'not-found') {
    showToast(messageOnBoard(session, messages.TARGET_NOT_ON_BOARD), 'info')
    return
  }
  const { card, to } = check
  if (check.type === 'same-column') {
    return announce(messageOnBoard(session, messages.staysIn(cardName(card), to.name)))
  }
  const { otherKey, reason } = check
  showToast(messageOnBoard(session, messages.notSent(cardName(card), to.name, reason)), 'error', {
    about: cardKey(session, card.id),
    actions: otherKey ? [{ type: 'switch-key', ...otherKey }] : [],
    isTimed: otherKey === undefined,
  })
}
