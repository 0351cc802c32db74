import type { StageRow } from './board-reader.ts'

/** What the writes of a transaction know of the board from each other. */
interface TransactionState {
  /** Whether one of them has changed the board. */
  hasChanged: boolean
  /** As long as none of them can have changed the columns. */
  stages: StageRow[] | undefined
}

export function newTransactionState(): TransactionState {
  return { hasChanged: false, stages: undefined }
}
