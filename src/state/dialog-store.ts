import { create } from 'zustand'

/** What is open above the board. `connect` takes the place of the whole screen. */
export type OpenDialog =
  | { type: 'none' }
  | { type: 'labels' }
  /** Of the selected cards, or of the visible ones while none is selected. */
  | { type: 'bulk-label' }
  /** What a move of these cards to a column, by its key, would do. */
  | { type: 'bulk-move'; cardIds: ReadonlySet<string>; columnKey: string }
  | { type: 'bulk-result' }
  | { type: 'export' }
  | { type: 'views' }
  | { type: 'activity' }
  | { type: 'shortcuts' }
  | { type: 'commands' }
  | { type: 'names' }
  | { type: 'unrecognized' }
  | { type: 'connect' }
  /** A move of a card to an earlier column, by the column's key. */
  | { type: 'move-back'; cardId: string; columnKey: string }
  /** `isByKey`: the previous board has the focus, so that W and Enter switch back and forth. */
  | { type: 'workspaces'; isByKey: boolean }
  /** `isReplacing`: opens with the field for a new secret. */
  | { type: 'key'; keyId: string; isReplacing: boolean }

const NONE: OpenDialog = { type: 'none' }

export const useDialogStore = create<{ dialog: OpenDialog }>(() => ({ dialog: NONE }))

export function openDialog(dialog: OpenDialog): void {
  useDialogStore.setState({ dialog })
}

/** Leaves any other dialog open. */
export function closeDialogOf(type: OpenDialog['type']): void {
  if (useDialogStore.getState().dialog.type === type) closeDialog()
}

export function closeDialog(): void {
  useDialogStore.setState({ dialog: NONE })
}
