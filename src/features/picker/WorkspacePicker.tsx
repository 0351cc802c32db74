import { useRef, useState } from 'react'
import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import { reachableBoards } from '#queries/credentials.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { Icon } from '#ui/Icon.tsx'
import { LazyMenu } from '#ui/LazyMenu.tsx'

interface WorkspacePickerProps {
  standings: readonly KeyStanding[]
  current: ReachableBoard | undefined
  onChoose: (board: ReachableBoard) => void
  onAddKey: () => void
  onRemoveKey: (key: HeldKey) => void
}

/** The button that names the board, and the list of every board that the held keys reach. */
export function WorkspacePicker({ standings, current, onChoose, onAddKey, onRemoveKey }: WorkspacePickerProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const boards = reachableBoards(standings)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button min-w-0 shrink"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="sr-only">Workspace</span>{' '}
        <span className="truncate">{current ? `Board ${current.entry.workspaceId}` : 'Choose a board'}</span>{' '}
        {current && <span className="text-ink-soft">{current.entry.role}</span>}
        <Icon name="chevron" className="size-3" />
      </button>
      {open && (
        <LazyMenu
          label="Workspaces"
          filterLabel="Find a board or key"
          anchor={() => button.current}
          onClose={close}
          sheet
          items={boards.map((board) => ({
            id: `${board.key.id} ${board.entry.workspaceId}`,
            label: `Board ${board.entry.workspaceId}, ${board.entry.role || 'role not stated'}`,
            detail: `with ${board.key.name} …${board.key.tail}`,
            checked: board.key.id === current?.key.id && board.entry.workspaceId === current.entry.workspaceId,
            onSelect: () => {
              close()
              onChoose(board)
            },
          }))}
        >
          <div className="mt-1 border-line border-t pt-1">
            {standings.map((standing) => (
              <KeyLine key={standing.key.id} standing={standing} onRemove={() => onRemoveKey(standing.key)} />
            ))}
            <button type="button" data-menu-extra className="menu-item font-medium" onClick={onAddKey}>
              Add key
            </button>
          </div>
        </LazyMenu>
      )}
    </>
  )
}

function KeyLine({ standing: { key, error }, onRemove }: { standing: KeyStanding; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-2 px-2.5 py-1">
      <span className="min-w-0 flex-1 text-ink-soft text-xs">
        <bdi>{key.name}</bdi> …{key.tail}
        {key.remembered ? ', remembered' : ', this tab only'}
        {error && <span className="block text-danger">{error.message}</span>}
      </span>
      <button type="button" data-menu-extra className="button" aria-label={`Remove key ${key.name}`} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </div>
  )
}
