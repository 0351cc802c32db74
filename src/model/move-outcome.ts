import type { Board } from '#contract/board.ts'
import { cardName, findCard, findColumn } from './board-view.ts'
import { blockedText } from './refusal.ts'

/** What a move asked for, in terms that outlive the board it was read from. */
export interface MoveIntent {
  cardId: string
  cardNumber: number
  cardTitle: string
  /** The reason on the card before the move; null when it was not blocked. An old reason is no answer to this move. */
  blockedBefore: string | null
  fromStatusId: string
  fromName: string
  toStatusId: string
  toName: string
  /** Set on a move that takes another one back. */
  undo?: true
}

/** What came back for a move's request, before any board was read. `words` are the service's own, or empty. [gap G2] [gap G13] */
export type MoveAnswer =
  /** `isOnlyAsked`: a 202, which may be done later. */
  | { kind: 'accepted'; isOnlyAsked?: boolean }
  | { kind: 'refused'; words: string }
  | { kind: 'not-allowed'; words: string }
  | { kind: 'key-refused'; words: string }
  | { kind: 'no-answer'; words: string }

/** The four outcomes that are never confused, plus the card that left the board. */
export type Outcome = 'moved' | 'refused' | 'not-allowed' | 'unknown' | 'gone'

/** A judged move with the sentence that is shown and announced, and what stands on the card itself. */
export interface JudgedMove {
  outcome: Outcome
  sentence: string
  /** The same without the card's name, which stands above it; empty when the card's place says it all. */
  note: string
}

/**
 * Judges a move by a board read that started after the answer came: the read is believed, not the answer. `waited`
 * says that the extra reads after an answer without effect are used up. Undefined means: read again before saying
 * anything. [gap G13]
 */
export function judgeMove(move: MoveIntent, answer: MoveAnswer, board: Board, waited: boolean): JudgedMove | undefined {
  const name = moveName(move)
  const found = findCard(board, move.cardId)
  if (!found) return { outcome: 'gone', sentence: `${name} is no longer on this board.`, note: '' }
  const { card, column } = found
  if (column.statusId === move.toStatusId) {
    return { outcome: 'moved', sentence: `${name} moved from ${move.fromName} to ${column.name}.`, note: '' }
  }
  const elsewhere = column.statusId !== move.fromStatusId
  const stands = elsewhere ? ` It now stands in ${column.name}.` : ''
  if (answer.kind === 'not-allowed' || answer.kind === 'key-refused')
    return notMoved(move, answer, 'not-allowed', stands)
  if (answer.kind === 'refused') {
    const words = answer.words || card.blocked?.reason || ''
    return notMoved(move, { kind: 'refused', words }, 'refused', stands)
  }
  const target = targetName(move, board)
  // What was asked before it may be done late too: the card may be on its way.
  if (elsewhere && answer.kind === 'accepted' && answer.isOnlyAsked && !waited) return undefined
  if (elsewhere) return { outcome: 'unknown', sentence: `${name} was not seen in ${target}.${stands}`, note: '' }
  const reason = answer.kind === 'accepted' ? card.blocked?.reason : undefined
  const isNews = reason !== undefined && reason !== move.blockedBefore
  if (reason !== undefined && (isNews || waited)) {
    return notMoved(move, { kind: 'refused', words: blockedText(reason) }, 'refused', stands)
  }
  if (!waited) return undefined
  const why = answer.kind === 'no-answer' && answer.words ? ` ${clause(answer.words, '')}` : ''
  return doubtOf(move, target, ` It still stands in ${column.name}.${why}`, why)
}

/** What is said of a move while no board can be read to judge it: a plain refusal is told, all else is in doubt. */
export function judgeUnread(move: MoveIntent, answer: MoveAnswer): JudgedMove {
  if (answer.kind === 'refused' || answer.kind === 'not-allowed' || answer.kind === 'key-refused') {
    return notMoved(move, answer, answer.kind === 'refused' ? 'refused' : 'not-allowed', '')
  }
  const why = ' The board cannot be read now.'
  return doubtOf(move, move.toName, why, why)
}

const UNSAID = {
  refused: 'the service refused and gave no reason',
  'not-allowed': 'the service does not allow it',
  'key-refused': 'the service did not accept the key',
} as const

function notMoved(
  move: MoveIntent,
  answer: { kind: keyof typeof UNSAID; words: string },
  outcome: Outcome,
  stands: string,
): JudgedMove {
  const why = clause(answer.words, UNSAID[answer.kind])
  const note = `Not moved to ${move.toName}: ${why}`
  return { outcome, sentence: `${moveName(move)} not moved: ${why}${stands}`, note }
}

function doubtOf(move: MoveIntent, target: string, said: string, noted: string): JudgedMove {
  const doubt = `for ${target}, no proof yet.`
  return { outcome: 'unknown', sentence: `${moveName(move)}: asked ${doubt}${said}`, note: `Asked ${doubt}${noted}` }
}

/** The card of a move, as a person knows it. */
export function moveName(move: MoveIntent): string {
  return cardName({ number: move.cardNumber, title: move.cardTitle })
}

function targetName(move: MoveIntent, board: Board): string {
  return findColumn(board, move.toStatusId)?.name ?? move.toName
}

/** Words fitted behind a colon: one closing full stop, the first letter as the service wrote it. */
function clause(words: string, otherwise: string): string {
  const text = (words.trim() || otherwise).replace(/[.\s]+$/, '')
  return `${text}.`
}
