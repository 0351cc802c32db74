import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import { useKeysStore } from '#state/keys-store.ts'
import { boardTitle, useSettingsStore } from '#state/settings-store.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu } from '#ui/Menu.tsx'
import type { PickerActions } from './WorkspacePicker.tsx'

interface PickerMenuProps {
  standings: readonly KeyStanding[]
  boards: readonly ReachableBoard[]
  current: ReachableBoard | undefined
  /** The focus begins on the board looked at before this one, so that Enter goes back and forth. */
  startAtPrevious: boolean
  anchor: () => Element | null
  onClose: () => void
  actions: PickerActions
}

/** Every board of every held key in one list, last used first, and the keys themselves. */
export function PickerMenu(props: PickerMenuProps) {
  const { standings, boards, current, startAtPrevious, anchor, onClose, actions } = props
  const settings = useSettingsStore()
  const isCurrent = (board: ReachableBoard) =>
    board.key.id === current?.key.id && board.entry.workspaceId === current.entry.workspaceId
  const previous = startAtPrevious ? boards.find((board) => !isCurrent(board)) : undefined
  const items = boards.map((board) => {
    const { workspaceId, role } = board.entry
    const isNamed = Object.hasOwn(settings.boardNames, workspaceId)
    return {
      id: itemId(board),
      label: `${boardTitle(settings, workspaceId)}, ${role || 'role not stated'}`,
      detail: `${isNamed ? `Board ${workspaceId}, ` : ''}with ${board.key.name} …${board.key.tail}`,
      checked: isCurrent(board),
      onSelect: () => {
        onClose()
        actions.choose(board)
      },
    }
  })
  const andClose = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Menu
      label="Workspaces"
      filterLabel="Find a board or key"
      items={items}
      anchor={anchor}
      onClose={onClose}
      sheet
      {...(previous ? { startAt: itemId(previous) } : {})}
    >
      {boards.length === 0 && <p className="px-2.5 py-2 text-ink-soft">Your keys reach no board.</p>}
      <div className="mt-1 border-line border-t pt-1">
        {current && (
          <button type="button" data-menu-extra className="menu-item" onClick={andClose(actions.giveNames)}>
            Name this board…
          </button>
        )}
        <p className="px-2.5 pt-2 pb-1 font-semibold text-ink-soft text-xs">Keys</p>
        {standings.map((standing) => (
          <KeyLine
            key={standing.key.id}
            standing={standing}
            onShow={andClose(() => actions.showKey(standing.key))}
            // The list closes: the offer to undo must not lie under it.
            onRemove={andClose(() => actions.removeKey(standing.key))}
          />
        ))}
        <button type="button" data-menu-extra className="menu-item font-medium" onClick={actions.addKey}>
          Add key
        </button>
      </div>
    </Menu>
  )
}

function itemId({ key, entry }: ReachableBoard): string {
  return `${key.id} ${entry.workspaceId}`
}

interface KeyLineProps {
  standing: KeyStanding
  onShow: () => void
  onRemove: () => void
}

function KeyLine({ standing: { key, error }, onShow, onRemove }: KeyLineProps) {
  const refused = useKeysStore((state) => state.refused.has(key.id))
  const fault = refused ? 'No longer accepted.' : error?.message
  return (
    <div className="flex items-center gap-1">
      <div className="menu-line min-w-0 flex-1">
        <button type="button" data-menu-extra className="menu-item" onClick={onShow}>
          <span>
            <span className="sr-only">Details of</span> <bdi>{key.name}</bdi>
          </span>
        </button>
        <span className="menu-detail">
          …{key.tail}, {key.remembered ? 'remembered' : 'this tab only'}
          {fault && <span className="block text-danger">{fault}</span>}
        </span>
      </div>
      <button type="button" data-menu-extra className="button" aria-label={`Remove key ${key.name}`} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </div>
  )
}
