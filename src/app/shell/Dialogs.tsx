import { type ComponentType, type ReactNode, useEffect } from 'react'
import { ActivityDialog, BulkMoveDialog, BulkResultDialog } from '#features/board/lazy-parts.ts'
import { SavedViewsDialog } from '#features/views/lazy-parts.ts'
import { DIALOG_PART } from '#messages/part-messages.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { closeDialog, type OpenDialog, useDialogStore } from '#state/dialog-store.ts'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import {
  BulkLabelDialog,
  CommandPalette,
  ExportDialog,
  KeyDialog,
  LabelManager,
  NamesDialog,
  ShortcutsDialog,
  UnrecognizedDialog,
} from '../lazy-parts.ts'
import { useUndo } from '../use-undo.ts'

/** The open dialog. Each one loads when it is first needed, and crashes without the rest. */
export function Dialogs() {
  const dialog = useDialogStore((state) => state.dialog)
  const hasBoard = useOptionalBoardAccess() !== undefined
  const undo = useUndo()
  const isOrphaned = !hasBoard && boardDialog(dialog, undo) !== null
  // Otherwise the shortcuts of the page would stay off for it.
  useEffect(() => {
    if (isOrphaned) closeDialog()
  }, [isOrphaned])
  return (
    <LazyBoundary key={dialog.type} subject={DIALOG_PART} onClose={closeDialog}>
      {appDialog(dialog)}
      {hasBoard && boardDialog(dialog, undo)}
    </LazyBoundary>
  )
}

function appDialog(dialog: OpenDialog): ReactNode {
  switch (dialog.type) {
    case 'shortcuts':
      return <ShortcutsDialog />
    case 'unrecognized':
      return <UnrecognizedDialog />
    case 'key':
      return <KeyDialog keyId={dialog.keyId} isReplacing={dialog.isReplacing} />
    default:
      return null
  }
}

function boardDialog(dialog: OpenDialog, undo: () => void): ReactNode {
  switch (dialog.type) {
    case 'bulk-move':
      return <BulkMoveDialog cardIds={dialog.cardIds} columnKey={dialog.columnKey} />
    case 'commands':
      return <CommandPalette onUndo={undo} />
    default: {
      const Plain = PLAIN_DIALOGS[dialog.type]
      return Plain ? <Plain /> : null
    }
  }
}

/** The dialogs of a board that need nothing to open. */
const PLAIN_DIALOGS: Readonly<Partial<Record<OpenDialog['type'], ComponentType>>> = {
  labels: LabelManager,
  'bulk-label': BulkLabelDialog,
  'bulk-result': BulkResultDialog,
  export: ExportDialog,
  views: SavedViewsDialog,
  activity: ActivityDialog,
  names: NamesDialog,
}
