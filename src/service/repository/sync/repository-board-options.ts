import type { BoardStore } from '../../store/board-store.ts'
import type { Database } from '../../store/open-database.ts'
import type { BoardConfig } from '../config/board-config.ts'
import type { Repository } from '../git/repository.ts'
import type { ConfigSource } from './sync-config.ts'

/** The columns of a board, as a .board.json has changed them. */
export interface ConfigChange {
  boardId: number
  repository: string
  /** Branch, name, and minRole of each: "main: Integration, member". */
  columns: readonly string[]
}

export interface RepositoryBoardOptions {
  repository: Repository
  boardId: number
  source: ConfigSource
  config: BoardConfig
  /** Why the columns are the default ones; undefined when .board.json or its absence says so. */
  configProblem: string | undefined
  database: Database
  store: BoardStore
  mayUpdateWorkTree: boolean
  /** Whether this start has made the board. */
  isNew: boolean
  /** Ends what waits for a remote. */
  stopping: AbortSignal
  onConfigChange?: ((change: ConfigChange) => void) | undefined
}
