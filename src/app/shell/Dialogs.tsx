import { type ReactNode, useEffect } from 'react'
import { CommandPalette } from '#features/commands/CommandPalette.tsx'
import { DIALOG_PART } from '#messages/part-messages.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { Later, type Screens, screens } from '#start/later.tsx'
import { closeDialog, type OpenDialog, useDialogStore } from '#state/dialog-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useUndo } from '../use-undo.ts'

type DialogType = OpenDialog['type']
type DialogOf<Type extends DialogType = DialogType> = {
  [Each in Type]: { type: Each } & Extract<OpenDialog, { type: Each }>
}[Type]

interface DialogPart<Type extends DialogType> {
  /** Its code loads later. Without it, something else shows the dialog. */
  show?: (code: Screens, dialog: DialogOf<Type>) => ReactNode
  /** Whether it is about the open board, and closes with it. */
  isOfBoard: boolean
}

const ELSEWHERE = { isOfBoard: false } as const

/** Each dialog. One that is missing here would show nothing, and turn off the keys of the page. */
const DIALOGS: { readonly [Type in DialogType]: DialogPart<Type> } = {
  none: ELSEWHERE,
  connect: ELSEWHERE,
  workspaces: ELSEWHERE,
  commands: { isOfBoard: true },
  'move-back': { isOfBoard: true },
  labels: { isOfBoard: true, show: ({ LabelManager }) => <LabelManager /> },
  'bulk-label': { isOfBoard: true, show: ({ BulkLabelDialog }) => <BulkLabelDialog /> },
  'bulk-move': {
    isOfBoard: true,
    show: ({ BulkMoveDialog }, { cardIds, columnKey }) => (
      <BulkMoveDialog cardIds={cardIds} columnKey={columnKey} />
    ),
  },
  'bulk-result': { isOfBoard: true, show: ({ BulkResultDialog }) => <BulkResultDialog /> },
  export: { isOfBoard: true, show: ({ ExportDialog }) => <ExportDialog /> },
  views: { isOfBoard: true, show: ({ SavedViewsDialog }) => <SavedViewsDialog /> },
  activity: { isOfBoard: true, show: ({ ActivityDialog }) => <ActivityDialog /> },
  names: { isOfBoard: true, show: ({ NamesDialog }) => <NamesDialog /> },
  shortcuts: { isOfBoard: false, show: ({ ShortcutsDialog }) => <ShortcutsDialog /> },
  unrecognized: { isOfBoard: false, show: ({ UnrecognizedDialog }) => <UnrecognizedDialog /> },
  key: {
    isOfBoard: false,
    show: ({ KeyDialog }, { keyId, isReplacing }) => (
      <KeyDialog keyId={keyId} isReplacing={isReplacing} />
    ),
  },
}

/** The open dialog. It crashes without the rest of the page. */
export function Dialogs() {
  const dialog = useDialogStore((state) => state.dialog)
  const hasBoard = useOptionalBoardAccess() !== undefined
  const undo = useUndo()
  const part = DIALOGS[dialog.type]
  const isOrphaned = part.isOfBoard && !hasBoard
  const isLate = part.show !== undefined
  // Otherwise the shortcuts of the page would stay off for it.
  useEffect(() => {
    if (isOrphaned) closeDialog()
  }, [isOrphaned])
  return (
    <ErrorBoundary key={dialog.type} subject={DIALOG_PART} onClose={closeDialog} isOverlay>
      {!isOrphaned && dialog.type === 'commands' && <CommandPalette onUndo={undo} />}
      {!isOrphaned && isLate && <Later code={screens}>{(code) => show(code, dialog)}</Later>}
    </ErrorBoundary>
  )
}

function show<Type extends DialogType>(code: Screens, dialog: DialogOf<Type>): ReactNode {
  return DIALOGS[dialog.type].show?.(code, dialog)
}
