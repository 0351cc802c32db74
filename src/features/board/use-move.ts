import { useCallback, useEffect, useRef } from 'react'
import type { Board } from '#contract/board.ts'
import { cardName, findCard } from '#model/board-view.ts'
import { closedWords, keyThatCould, moveIntent, type OtherKey, oneWayWords } from '#model/move-options.ts'
import { verdictForMove } from '#model/permissions.ts'
import { useMoveCard } from '#queries/moves.ts'
import { offlineReason } from '#queries/online.ts'
import type { BoardSession } from '#queries/session.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { announce, type NoticeAction, noteKey, say } from '#state/notice-store.ts'
import { offerUndo } from '#state/undo-store.ts'

/** How a move came about, where that matters. */
export interface MoveManner {
  /** It takes another move back. */
  undo?: true
  /** It was asked for by a key, which shows nothing before it acts: a move that cannot be taken back is asked about. */
  unseen?: true
}

/** Moves a card into a column, by its id and the column's key. */
export type Move = (cardId: string, columnKey: string, manner?: MoveManner) => void

interface MoveOptions {
  session: BoardSession
  board: Board
  role: string
  others: readonly OtherKey[]
  onSwitchKey: (keyId: string) => void
}

/**
 * The one way of moving a card: drag, menu, keys and undo all end here, so they meet the same verdicts and say the
 * same words. The focus stays with the card.
 */
export function useMove({ session, board, role, others, onSwitchKey }: MoveOptions): Move {
  const moveCard = useMoveCard(session)
  const warned = useRef('')
  const move = useCallback<Move>(
    (cardId, columnKey, { undo, unseen } = {}) => {
      const found = findCard(board, cardId)
      const to = board.columns.find((column) => column.key === columnKey)
      if (!found || !to) return say('That card or column is no longer on the board.', 'neutral')
      const { card, column: from } = found
      focusCard(cardId)
      if (from === to) return announce(`${cardName(card)} stays in ${to.name}.`)
      const refusal = card.locked ?? offlineReason()
      const about = noteKey(session, cardId)
      if (refusal) return say(`${cardName(card)} not moved to ${to.name}. ${refusal}`, 'bad', { about })
      const verdict = verdictForMove(role, to)
      if (verdict.answer === 'no') {
        const able = keyThatCould(to, others)
        const words = `${cardName(card)} not moved to ${to.name}. ${closedWords(verdict.reason, able)}`
        return say(words, 'bad', { about, action: able && switchTo(able, onSwitchKey) })
      }
      const warning = unseen && oneWayWords(from, to, role)
      const asked = JSON.stringify([cardId, from.key, to.key])
      if (warning && warned.current !== asked) {
        warned.current = asked
        return say(`${warning} Press the key again to move ${cardName(card)}.`, 'neutral', { about })
      }
      warned.current = ''
      const intent = moveIntent(card, from, to, undo)
      if (intent) void moveCard(intent)
    },
    [session, board, role, others, onSwitchKey, moveCard],
  )
  useEffect(() => offerUndo(move), [move])
  return move
}

function switchTo(able: OtherKey, onSwitchKey: (keyId: string) => void): NoticeAction {
  return { label: `Switch to ${able.name}`, run: () => onSwitchKey(able.keyId) }
}
