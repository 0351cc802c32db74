import { openDialog } from '#state/dialog-store.ts'

/** Something that the palette offers. */
export interface Command {
  id: string
  label: string
  detail?: string | undefined
  /** What else people may call it. It isn't shown. */
  keywords?: string
  shortcut?: string | undefined
  run: () => void
  /** Left out of the whole list: there is one for each column. */
  isSearchedOnly?: true
  /** Whether it gives the focus to a card of the board. */
  focusesCard?: true
}

type PlainDialog =
  | 'bulk-label'
  | 'views'
  | 'activity'
  | 'export'
  | 'labels'
  | 'names'
  | 'unrecognized'
  | 'connect'
  | 'shortcuts'

/** Opens a dialog that needs nothing to be known about it. */
export function opens(type: PlainDialog, label: string, shortcut?: string): Command {
  return { id: type, label, shortcut, run: () => openDialog({ type }) }
}
