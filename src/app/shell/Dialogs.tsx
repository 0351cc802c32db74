import { type ReactNode, useEffect } from 'react'
import { CommandPalette } from '#features/commands/CommandPalette.tsx'
import { DIALOG_PART } from '#messages/part-messages.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { Later, screens } from '#start/later.tsx'
import { closeDialog, type OpenDialog, useDialogStore } from '#state/dialog-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useUndo } from '../use-undo.ts'

type DialogType = OpenDialog['type']
type DialogOf<Type extends DialogType = DialogType> = {
  [Each in Type]: { type: Each } & Extract<OpenDialog, { type: Each }>
}[Type]

interface DialogPart<Type extends DialogType> {
  /** What a person sees. Without it, another part of the page shows the dialog. */
  show?: (dialog: DialogOf<Type>, undo: () => void) => ReactNode
  /** Whether it is about the open board, and closes with it. */
  isOfBoard: boolean
}

const ELSEWHERE = { isOfBoard: false } as const

/** Each dialog. One that is missing here would show nothing, and turn off the keys of the page. */
const DIALOGS: { readonly [Type in DialogType]: DialogPart<Type> } = {
  none: ELSEWHERE,
  connect: ELSEWHERE,
  workspaces: ELSEWHERE,
  'move-back': { isOfBoard: true },
  commands: { isOfBoard: true, show: (_, undo) => <CommandPalette onUndo={undo} /> },
  labels: {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ LabelManager }) => <LabelManager />}</Later>,
  },
  'bulk-label': {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ BulkLabelDialog }) => <BulkLabelDialog />}</Later>,
  },
  'bulk-move': {
    isOfBoard: true,
    show: ({ cardIds, columnKey }) => (
      <Later code={screens}>
        {({ BulkMoveDialog }) => <BulkMoveDialog cardIds={cardIds} columnKey={columnKey} />}
      </Later>
    ),
  },
  'bulk-result': {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ BulkResultDialog }) => <BulkResultDialog />}</Later>,
  },
  export: {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ ExportDialog }) => <ExportDialog />}</Later>,
  },
  views: {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ SavedViewsDialog }) => <SavedViewsDialog />}</Later>,
  },
  activity: {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ ActivityDialog }) => <ActivityDialog />}</Later>,
  },
  names: {
    isOfBoard: true,
    show: () => <Later code={screens}>{({ NamesDialog }) => <NamesDialog />}</Later>,
  },
  shortcuts: {
    isOfBoard: false,
    show: () => <Later code={screens}>{({ ShortcutsDialog }) => <ShortcutsDialog />}</Later>,
  },
  unrecognized: {
    isOfBoard: false,
    show: () => <Later code={screens}>{({ UnrecognizedDialog }) => <UnrecognizedDialog />}</Later>,
  },
  key: {
    isOfBoard: false,
    show: ({ keyId, isReplacing }) => (
      <Later code={screens}>
        {({ KeyDialog }) => <KeyDialog keyId={keyId} isReplacing={isReplacing} />}
      </Later>
    ),
  },
}

/** The open dialog. It crashes without the rest of the page. */
export function Dialogs() {
  const dialog = useDialogStore((state) => state.dialog)
  const hasBoard = useOptionalBoardAccess() !== undefined
  const undo = useUndo()
  const isOrphaned = DIALOGS[dialog.type].isOfBoard && !hasBoard
  // Otherwise the shortcuts of the page would stay off for it.
  useEffect(() => {
    if (isOrphaned) closeDialog()
  }, [isOrphaned])
  return (
    <ErrorBoundary key={dialog.type} subject={DIALOG_PART} onClose={closeDialog} isOverlay>
      {!isOrphaned && show(dialog, undo)}
    </ErrorBoundary>
  )
}

function show<Type extends DialogType>(dialog: DialogOf<Type>, undo: () => void): ReactNode {
  return DIALOGS[dialog.type].show?.(dialog, undo)
}
