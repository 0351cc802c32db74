import { createContext, useContext } from 'react'
import type { Column } from '#contract/board.ts'
import type { LabelIndex } from '#model/card-labels.ts'
import type { OtherKey } from '#model/move-options.ts'

/** What every card of a board needs to be drawn. Its identity changes only with the board's role, flow or labels. */
export interface BoardFacts {
  board: { keyId: string; workspaceId: string }
  role: string
  /** Other held keys that reach this board. */
  others: readonly OtherKey[]
  labels: LabelIndex
  /** Where nothing can be moved out of: by column key, the reason and the id of the element that says it. */
  closed: ReadonlyMap<string, { id: string; reason: string }>
  /** The columns' own facts; their cards are not to be read from here. */
  flow: readonly Pick<Column, 'key' | 'statusId' | 'name' | 'minRole'>[]
}

const BoardContext = createContext<BoardFacts | undefined>(undefined)

export const BoardFactsProvider = BoardContext.Provider

/** The facts of the board around this component. */
export function useBoardFacts(): BoardFacts {
  const facts = useContext(BoardContext)
  if (!facts) throw new Error('useBoardFacts is for components inside a board')
  return facts
}
