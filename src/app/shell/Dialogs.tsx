import type { ReactNode } from 'react'
import { useOptionalBoardAccess } from '#queries/session.ts'
import { type OpenDialog, useDialogStore } from '#state/dialog-store.ts'
import {
  BulkLabelDialog,
  CommandPalette,
  KeyDialog,
  LabelManager,
  NamesDialog,
  ShortcutsDialog,
  UnrecognizedDialog,
} from './lazy-components.ts'

/** The open dialog. Each one loads when it is first needed. */
export function Dialogs() {
  const dialog = useDialogStore((state) => state.dialog)
  const hasBoard = useOptionalBoardAccess() !== undefined
  return (
    <>
      {appDialog(dialog)}
      {hasBoard && boardDialog(dialog)}
    </>
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

function boardDialog(dialog: OpenDialog): ReactNode {
  switch (dialog.type) {
    case 'labels':
      return <LabelManager />
    case 'bulk-label':
      return <BulkLabelDialog />
    case 'names':
      return <NamesDialog />
    case 'commands':
      return <CommandPalette />
    default:
      return null
  }
}
