import { createContext, useContext } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { BoardRef } from '#model/board-ref.ts'
import type { ColumnFacts } from '#model/column-access.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import type { OtherKey } from '#model/other-keys.ts'

/**
 * Shared inputs for rendering cards. The object changes only with the role, the columns, or the
 * labels.
 */
export interface BoardContextValue {
  board: BoardRef
  /** The query of a card's link, up to its number. */
  linkPrefix: string
  role: string
  otherKeys: readonly OtherKey[]
  labels: LabelIndex
  /** The card without what a person has chosen not to see. */
  displayed: (card: Card) => Card
  /** All columns, without their cards. */
  columns: readonly ColumnFacts[]
  /** Columns out of which nothing can be moved, by key; `id` is the element with the reason. */
  noTargetReasons: ReadonlyMap<string, { id: string; reason: string }>
}

const BoardContext = createContext<BoardContextValue | undefined>(undefined)

export const BoardContextProvider = BoardContext.Provider

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext)
  if (!value) throw new Error('useBoardContext is for components inside a board.')
  return value
}
