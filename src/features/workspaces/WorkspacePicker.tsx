import { ChevronDown } from 'lucide'
import { CHOOSE_A_BOARD, WORKSPACE } from '#messages/common-messages.ts'
import { BOARD_LIST_PART } from '#messages/part-messages.ts'
import { keycap } from '#model/keycap.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { useRequestedBoard } from '#queries/access/use-current-board.ts'
import { answers, Later } from '#start/later.tsx'
import { closeDialog, openDialog, useDialogStore } from '#state/dialog-store.ts'
import { useBoardTitle } from '#state/names.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'

/** The button with the name of the board, and the list of all accessible boards. */
export function WorkspacePicker() {
  const access = useOptionalBoardAccess()
  const dialog = useDialogStore((state) => state.dialog)
  const isOpen = dialog.type === 'workspaces'
  const requestedId = useRequestedBoard()
  const workspaceId = access?.session.workspaceId ?? requestedId
  const title = useBoardTitle(workspaceId ?? '')
  const toggle = (opens: boolean) => {
    if (opens) openDialog({ type: 'workspaces', isByKey: false })
    else closeDialog()
  }
  return (
    <MenuTrigger
      className="min-w-0 shrink sm:shrink-[0.01]"
      aria-keyshortcuts={keycap('w')}
      isOpen={isOpen}
      onOpenChange={toggle}
      subject={BOARD_LIST_PART}
      menu={(place) => (
        <Later code={answers}>
          {({ WorkspaceMenu }) => (
            <WorkspaceMenu startsAtPrevious={isOpen && dialog.isByKey} {...place} />
          )}
        </Later>
      )}
    >
      <span className="sr-only">{WORKSPACE}</span>{' '}
      <bdi className="max-w-56 truncate">{workspaceId ? title : CHOOSE_A_BOARD}</bdi>{' '}
      {access && (
        <span className="max-w-32 truncate rounded-full bg-hover px-1.5 font-normal text-[0.6875rem] text-ink-soft">
          {access.role}
        </span>
      )}
      <Icon icon={ChevronDown} className="size-3" />
    </MenuTrigger>
  )
}
