import type { Press } from './press.ts'

/** What a drag means on this board. */
export interface DragHandlers {
  /** Why a card can't be picked up; undefined when it can. */
  pickUpReason: (cardId: string) => string | undefined
  onPickUpRefused: (cardId: string) => void
  onDragStart: (cardId: string) => void
  /** Whether a drop there is a move that can be sent. */
  canDrop: (cardId: string, columnKey: string) => boolean
  /** `columnKey` is undefined for a drop outside of the columns. */
  onDrop: (cardId: string, columnKey: string | undefined) => void
  onCancel: () => void
  /** Last of all, after a drop or a cancel: the board shows changes again. */
  onEnd: () => void
}

export interface DragLayerHandle {
  /** Makes a press that is still held the beginning of a drag. */
  start: (press: Press) => void
}
