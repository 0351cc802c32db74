import type { Board } from '#contract/board.ts'
import { cardHandle, findCard, findColumn } from './board-view.ts'
import { blockedText } from './refusal.ts'

/** What a move asked for, in terms that outlive the board it was read from. */
export interface MoveIntent {
  cardId: string
  cardNumber: number
  cardTitle: string
  fromStatusId: string
  fromName: string
  toStatusId: string
  toName: string
}

/** What came back for a move's request, before any board was read. [gap G2] [gap G13] */
export type MoveAnswer =
  | { kind: 'accepted' }
  | { kind: 'refused'; words: string }
  | { kind: 'not-allowed'; words: string }
  | { kind: 'key-refused'; words: string }
  | { kind: 'gone'; words: string }
  | { kind: 'no-answer'; words: string }

/** The four outcomes that are never confused, plus the card that left the board. */
export type Outcome = 'moved' | 'refused' | 'not-allowed' | 'unknown' | 'gone'

/** A judged move with the sentence that is shown and announced. */
export interface JudgedMove {
  outcome: Outcome
  sentence: string
}

/**
 * Judges a move by a board read that started after the answer came: the read is believed, not the answer. `waited`
 * says that the extra reads after an answer without effect are used up. Undefined means: read again before saying
 * anything. [gap G13]
 */
export function judgeMove(move: MoveIntent, answer: MoveAnswer, board: Board, waited: boolean): JudgedMove | undefined {
  const handle = cardHandle({ number: move.cardNumber, title: move.cardTitle })
  const found = findCard(board, move.cardId)
  if (!found) {
    return { outcome: 'gone', sentence: `${handle} is no longer on this board.` }
  }
  if (found.column.statusId === move.toStatusId) {
    return { outcome: 'moved', sentence: `${handle} moved from ${move.fromName} to ${found.column.name}.` }
  }
  const elsewhere = found.column.statusId !== move.fromStatusId
  const stands = elsewhere ? ` It now stands in ${found.column.name}.` : ''
  switch (answer.kind) {
    case 'not-allowed':
      return {
        outcome: 'not-allowed',
        sentence: `${handle} not moved: ${clause(answer.words, 'the service does not allow it')}${stands}`,
      }
    case 'key-refused':
      return {
        outcome: 'not-allowed',
        sentence: `${handle} not moved: ${clause(answer.words, 'the service did not accept the key')}${stands}`,
      }
    case 'refused':
    case 'gone': {
      const reason = found.card.blocked?.reason || answer.words
      return {
        outcome: 'refused',
        sentence: `${handle} not moved: ${clause(reason, 'the service refused and gave no reason')}${stands}`,
      }
    }
    case 'accepted':
    case 'no-answer':
      if (found.card.blocked && !elsewhere && answer.kind === 'accepted') {
        return {
          outcome: 'refused',
          sentence: `${handle} not moved: ${clause(blockedText(found.card.blocked.reason), '')}`,
        }
      }
      if (elsewhere)
        return { outcome: 'unknown', sentence: `${handle} was not seen in ${targetName(move, board)}.${stands}` }
      if (!waited) return undefined
      return {
        outcome: 'unknown',
        sentence: `${handle}: asked for ${targetName(move, board)}, no proof yet. It still stands in ${found.column.name}.`,
      }
  }
}

function targetName(move: MoveIntent, board: Board): string {
  return findColumn(board, move.toStatusId)?.name ?? move.toName
}

/** Words fitted behind a colon: one closing full stop, the first letter as the service wrote it. */
function clause(words: string, otherwise: string): string {
  const text = (words.trim() || otherwise).replace(/[.\s]+$/, '')
  return `${text}.`
}
