import type { BulkLabelEdit } from './bulk-labels.ts'
import type { BulkMove } from './bulk-move.ts'

/** One action on many cards, whose outcomes belong together. */
export type BulkAction = BulkMove | BulkLabelEdit
