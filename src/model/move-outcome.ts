import type { Board, Column } from '#contract/readers/read-board.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import * as messages from '#messages/move-messages.ts'
import { asClause, joinSentences } from '#model/sentences.ts'
import { type CardPlace, cardName, findCard, findColumn } from './board-lookup.ts'

/** What a person wants to move, independent of the board that it was loaded with. */
export interface MoveIntent {
  cardId: string
  cardNumber: number
  cardTitle: string
  /**
   * The reason on the card before the move; null when it was not blocked. It says nothing about
   * this move.
   */
  previousBlockedReason: string | null
  fromStatusId: string
  fromName: string
  toStatusId: string
  toName: string
  isUndo?: true
  /** The focus stays where it is. */
  keepsFocus?: true
  /** One of many: all of them have one summary. */
  isBulk?: true
}

/**
 * The response to a move, before any board was loaded. Messages are the service's own, or empty.
 * [gap G2] [gap G13]
 */
export type MoveResponse =
  /** `isDeferred`: a 202, which the service may apply later. The message can say what for. */
  | { type: 'accepted'; isDeferred?: boolean; message?: string }
  | { type: 'refused'; message: string }
  | { type: 'denied'; message: string }
  | { type: 'key-rejected'; message: string }
  | { type: 'unknown'; message: string }

/** The four outcomes that are never confused, and the card that left the board. */
type MoveOutcomeType = 'moved' | 'refused' | 'denied' | 'unknown' | 'gone'

/** The outcome of a move with its messages. */
export interface MoveOutcome {
  type: MoveOutcomeType
  /** Shown and announced. */
  message: string
  /** Shown on the card, without its name; empty when the card's column tells it all. */
  cardStatus: string
  /** A person can send the move again: nothing of the first one is left. */
  canRetry?: true
  /** Of a rejected move: a load shows the card in the column in which the move began. */
  hasStayed?: true
}

/**
 * Derives the outcome from a board that was loaded after the response: the board is trusted, not
 * the response. `isLastLoad` means that the extra loads after a response without effect are used
 * up. Undefined means: load again before reporting anything. [gap G13]
 */
export function moveOutcome(
  move: MoveIntent,
  response: MoveResponse,
  board: Board,
  isLastLoad: boolean,
): MoveOutcome | undefined {
  const name = cardNameOf(move)
  const found = findCard(board, move.cardId)
  if (!found) return { type: 'gone', message: messages.gone(name), cardStatus: '' }
  const { column } = found
  if (column.statusId === move.toStatusId) {
    const isLast = column.cards.at(-1)?.id === move.cardId
    const message = move.isUndo
      ? messages.movedBack(name, column.name, isLast)
      : messages.moved(name, move.fromName, column.name)
    return { type: 'moved', message, cardStatus: '' }
  }
  if (isRejection(response)) {
    const message = response.message || (response.type === 'refused' ? blockedReason(found) : '')
    return rejected(move, { ...response, message }, column)
  }
  const isElsewhere = column.statusId !== move.fromStatusId
  if (isElsewhere) return outcomeElsewhere(move, response, board, column, isLastLoad)
  return outcomeInOldColumn(move, response, board, found, isLastLoad)
}

/** The card is neither where it was nor where it should be. */
function outcomeElsewhere(
  move: MoveIntent,
  response: MoveResponse,
  board: Board,
  column: Column,
  isLastLoad: boolean,
): MoveOutcome | undefined {
  const isDeferred = response.type === 'accepted' && response.isDeferred
  // Earlier writes may be applied late too: the card may still be on its way.
  if (isDeferred && !isLastLoad) return undefined
  const message = joinSentences(
    messages.notInColumn(cardNameOf(move), targetName(move, board)),
    messages.nowIn(column.name),
  )
  return { type: 'unknown', message, cardStatus: '' }
}

/** The card is still where it was, and the response didn't reject the move. */
function outcomeInOldColumn(
  move: MoveIntent,
  response: MoveResponse,
  board: Board,
  { card, column }: CardPlace,
  isLastLoad: boolean,
): MoveOutcome | undefined {
  const reason = response.type === 'accepted' ? card.blocked?.reason : undefined
  const isNewReason = reason !== undefined && reason !== move.previousBlockedReason
  if (reason !== undefined && (isNewReason || isLastLoad)) {
    return rejected(move, { type: 'refused', message: blockedReasonText(reason) }, column)
  }
  if (!isLastLoad) return undefined
  const message = response.message ?? ''
  const why = message === '' ? '' : asClause(message)
  const details = joinSentences(messages.stillIn(column.name), why)
  return notConfirmed(move, targetName(move, board), details, why)
}

/**
 * The outcome while no board can be loaded: a rejection is reported, anything else is not
 * confirmed.
 */
export function moveOutcomeWithoutBoard(move: MoveIntent, response: MoveResponse): MoveOutcome {
  if (isRejection(response)) return rejected(move, response, undefined)
  return notConfirmed(move, move.toName, messages.BOARD_NOT_LOADED, messages.BOARD_NOT_LOADED)
}

/**
 * The outcome of a move without a response, when a later load shows the card where it was. A
 * service that still applies the move is followed further.
 */
export function notMovedAfterAll(move: MoveIntent, column: Column): MoveOutcome {
  return {
    type: 'unknown',
    message: messages.notMovedStillIn(cardNameOf(move), column.name),
    cardStatus: messages.notMovedStatus(column.name),
    canRetry: true,
  }
}

/** What sentences call a card that an intent is about. */
export function cardNameOf({
  cardNumber,
  cardTitle,
}: Pick<MoveIntent, 'cardNumber' | 'cardTitle'>): string {
  return cardName({ number: cardNumber, title: cardTitle })
}

type Rejection = Extract<MoveResponse, { type: 'refused' | 'denied' | 'key-rejected' }>

/** A response that settles the move without another load. */
export function isRejection(response: MoveResponse): response is Rejection {
  return response.type !== 'accepted' && response.type !== 'unknown'
}

const WITHOUT_MESSAGE: Readonly<Record<Rejection['type'], string>> = {
  refused: messages.REFUSED_WITHOUT_REASON,
  denied: messages.DENIED_WITHOUT_REASON,
  'key-rejected': messages.KEY_REJECTED_WITHOUT_REASON,
}

function rejected(move: MoveIntent, response: Rejection, column: Column | undefined): MoveOutcome {
  const hasStayed = column?.statusId === move.fromStatusId
  const reason = response.message.trim() || WITHOUT_MESSAGE[response.type]
  return {
    type: response.type === 'refused' ? 'refused' : 'denied',
    message: joinSentences(
      messages.notMoved(cardNameOf(move), reason),
      hasStayed || !column ? undefined : messages.nowIn(column.name),
    ),
    cardStatus: messages.notMovedTo(move.toName, reason),
    ...(hasStayed ? { hasStayed } : {}),
  }
}

function notConfirmed(
  move: MoveIntent,
  target: string,
  details: string,
  cardDetails: string,
): MoveOutcome {
  const message = messages.notConfirmed(cardNameOf(move), move.fromName, target)
  return {
    type: 'unknown',
    message: joinSentences(message, details),
    cardStatus: joinSentences(messages.NOT_CONFIRMED, cardDetails),
  }
}

function blockedReason({ card }: CardPlace): string {
  return card.blocked?.reason ?? ''
}

function targetName(move: MoveIntent, board: Board): string {
  return findColumn(board, move.toStatusId)?.name ?? move.toName
}
