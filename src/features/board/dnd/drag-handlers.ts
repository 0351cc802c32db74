import type { Press } from './press.ts'

/** What a drag means on this board. */
export interface DragHandlers {
  /** Why a card can't be picked up; undefined when it can. */
  pickUpReason: (cardId: string) => string | undefined
  /** How many cards a drag of this one carries: the selected ones, if it is one of them. */
  carriedCount: (cardId: string) => number
  onPickUpRefused: (cardId: string) => void
  /** From now on, nothing moves under the card. */
  onDragStart: (cardId: string) => void
  /** The columns show their verdicts. */
  onPickedUp: (cardId: string) => void
  /** Whether a drop there is a move of one card that can be sent. */
  canDrop: (cardId: string, columnKey: string) => boolean
  /** `columnKey` is undefined for a drop outside of the columns. */
  onDrop: (cardId: string, columnKey: string | undefined) => void
  onCancel: () => void
  /** Last of all, after a drop or a cancel: the board shows changes again. */
  onFinished: () => void
}

export interface DragLayerHandle {
  /** Makes a press that is still held the beginning of a drag. */
  start: (press: Press) => void
  /** Lets the board render the last drop at once. */
  finishDrop: () => void
}
