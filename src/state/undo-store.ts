import { create } from 'zustand'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'

/** A confirmed move that can be undone. */
export interface UndoableMove {
  board: BoardRef
  cardId: string
  /** The column that an undo moves the card to. */
  fromStatusId: string
  toStatusId: string
}

/** Moves that can be undone, newest last. */
export const useUndoStore = create<{ moves: readonly UndoableMove[] }>(() => ({ moves: [] }))

const MAX_MOVES = 20

export function rememberUndoableMove(move: UndoableMove): void {
  useUndoStore.setState(({ moves }) => ({ moves: [...moves, move].slice(-MAX_MOVES) }))
}

/** Removes and returns the newest move of a board, of any card or of this one. */
export function takeUndoableMove(board: BoardRef, cardId?: string): UndoableMove | undefined {
  const { moves } = useUndoStore.getState()
  const index = moves.findLastIndex(
    (move) => isSameBoard(move.board, board) && (cardId === undefined || move.cardId === cardId),
  )
  const move = moves[index]
  if (move) useUndoStore.setState({ moves: moves.toSpliced(index, 1) })
  return move
}
