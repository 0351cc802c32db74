import type { Slots } from '../../slots.ts'
import type { Database } from '../../store/open-database.ts'

export interface PromoteOptions {
  database: Database
  allowCheckCommand: boolean
  checkRunner: readonly string[]
  updateWorkTree: boolean
  /** For a move in all. */
  moveDeadlineMs: number
  /** Of all boards: further commands wait. */
  checkSlots: Slots
  /** Ends check commands. */
  stopping: AbortSignal
  /** Ends everything. */
  stopped: AbortSignal
  onFault: (requestId: string, error: unknown) => void
}
