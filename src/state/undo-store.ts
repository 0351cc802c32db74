import { create } from 'zustand'

/** A move that was proved and can be asked back. */
export interface DoneMove {
  board: { keyId: string; workspaceId: string }
  cardId: string
  /** Where the card came from: the column an undo asks for. */
  fromStatusId: string
  /** Where it went: an undo is offered only while it still stands there. */
  toStatusId: string
}

/** Moves a card into a column; registered by the board that is on the screen. */
type Mover = (cardId: string, columnKey: string, manner?: { undo?: true }) => void

interface UndoState {
  done: readonly DoneMove[]
  mover: Mover | null
}

/** Which moves can be undone, newest last. */
export const useUndoStore = create<UndoState>(() => ({ done: [], mover: null }))

const REMEMBERED = 20

/** Notes a proved move. */
export function rememberMove(move: DoneMove): void {
  useUndoStore.setState(({ done }) => ({ done: [...done, move].slice(-REMEMBERED) }))
}

/** The board on the screen offers to carry out undos; the returned function takes the offer back. */
export function offerUndo(mover: Mover): () => void {
  useUndoStore.setState({ mover })
  return () => {
    if (useUndoStore.getState().mover === mover) useUndoStore.setState({ mover: null })
  }
}

/** Asks the board on the screen to move a card, for parts of the screen beside it. */
export function askToMove(cardId: string, columnKey: string): void {
  useUndoStore.getState().mover?.(cardId, columnKey)
}

/** Asks the newest proved move of a board back: a new move, judged like any other. False when there is none. */
export function undoLastMove(board: DoneMove['board'] | null): boolean {
  const { done, mover } = useUndoStore.getState()
  const index = done.findLastIndex(
    (move) => move.board.keyId === board?.keyId && move.board.workspaceId === board.workspaceId,
  )
  const move = done[index]
  if (!move || !mover) return false
  useUndoStore.setState({ done: done.toSpliced(index, 1) })
  mover(move.cardId, move.fromStatusId, { undo: true })
  return true
}
