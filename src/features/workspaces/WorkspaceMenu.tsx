import { Trash2 } from 'lucide'
import { useLocalNames } from '#features/shared/use-local-names.ts'
import { LOADING_BOARDS } from '#messages/board-messages.ts'
import { ADD_KEY, RENAME_THIS_BOARD } from '#messages/common-messages.ts'
import { keyRemoved, NOT_ACCEPTED } from '#messages/key-messages.ts'
import {
  boardDetail,
  DETAILS_OF,
  FIND_A_BOARD_OR_KEY,
  KEYS,
  keyStorage,
  NO_BOARDS_IN_PICKER,
  noBoardOrKeyMatches,
  removeKeyNamed,
  roleText,
  WORKSPACES,
} from '#messages/workspace-messages.ts'
import { isSameBoard } from '#model/board-ref.ts'
import { failureMessage } from '#model/failure-message.ts'
import { createTextMatcher } from '#model/search-text.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import {
  type AccessibleBoard,
  boardRefOf,
  type KeyStatus,
  useAccessibleBoards,
  useKeyStatuses,
} from '#queries/credentials/me-query.ts'
import { openDialog } from '#state/dialog-store.ts'
import { removeKeyWithUndo } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { boardTitle, nameIn, useNames } from '#state/names.ts'
import { openBoard } from '#state/open-board.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { MenuButton } from '#ui/MenuLine.tsx'

interface WorkspaceMenuProps {
  /** The previous board has the focus, so that Enter switches back and forth. */
  startsAtPrevious: boolean
  anchor: () => Element | null
  onClose: () => void
}

function menuFilter(statuses: readonly KeyStatus[]) {
  const emptyMessage = (filter: string) =>
    matchingKeys(statuses, filter).length > 0 ? '' : noBoardOrKeyMatches(filter)
  return { label: FIND_A_BOARD_OR_KEY, emptyMessage }
}

function matchingKeys(statuses: readonly KeyStatus[], filter: string): KeyStatus[] {
  const matches = createTextMatcher(filter)
  return statuses.filter(({ key }) => matches(`${key.name} ${key.tail}`))
}

/** All boards of all keys, the last opened first, and the keys. */
export function WorkspaceMenu({ startsAtPrevious, anchor, onClose }: WorkspaceMenuProps) {
  const boards = useAccessibleBoards()
  const statuses = useKeyStatuses()
  const session = useOptionalBoardAccess()?.session
  const canRename = useLocalNames(session).length > 0
  const isCurrent = (board: AccessibleBoard) => isSameBoard(boardRefOf(board), session)
  const items = useBoardItems(boards, isCurrent, onClose)
  const previous = startsAtPrevious ? boards.find((board) => !isCurrent(board)) : undefined
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Menu
      label={WORKSPACES}
      filter={menuFilter(statuses)}
      items={items}
      anchor={anchor}
      onClose={onClose}
      initialItemId={previous && itemId(previous)}
      renderAfter={(filter) => (
        <>
          {boards.length === 0 && (
            <p className="px-2.5 py-2 text-ink-soft">
              {statuses.every(isAnswered) ? NO_BOARDS_IN_PICKER : LOADING_BOARDS}
            </p>
          )}
          <KeyList statuses={matchingKeys(statuses, filter)} closeAnd={closeAnd} />
          <div className={FOOT}>
            {canRename && (
              <MenuButton onSelect={closeAnd(() => openDialog({ type: 'names' }))}>
                {RENAME_THIS_BOARD}
              </MenuButton>
            )}
            <MenuButton onSelect={closeAnd(() => openDialog({ type: 'connect' }))}>
              <span className="font-medium">{ADD_KEY}</span>
            </MenuButton>
          </div>
        </>
      )}
    />
  )
}

/** Whether the service has said which boards the key reaches, or that it doesn't accept it. */
function isAnswered({ credential, error }: KeyStatus): boolean {
  return credential !== undefined || (error !== null && !error.isTransient)
}

/** In sight however many boards and keys there are. */
const FOOT = 'sticky -bottom-1 -mx-1 mt-1 -mb-1 border-line border-t bg-raised p-1'

interface KeyListProps {
  statuses: readonly KeyStatus[]
  closeAnd: (act: () => void) => () => void
}

function KeyList({ statuses, closeAnd }: KeyListProps) {
  if (statuses.length === 0) return null
  return (
    <div className="mt-1 border-line border-t pt-1">
      <p className="px-2.5 pt-2 pb-1 font-semibold text-ink-soft text-xs">{KEYS}</p>
      {statuses.map((status) => (
        <KeyLine
          key={status.key.id}
          status={status}
          onShow={closeAnd(() => showKey(status.key))}
          // The list closes, so that it doesn't cover the offer to undo.
          onRemove={closeAnd(() => remove(status.key))}
        />
      ))}
    </div>
  )
}

function useBoardItems(
  boards: readonly AccessibleBoard[],
  isCurrent: (board: AccessibleBoard) => boolean,
  onClose: () => void,
): MenuItem[] {
  const names = useNames()
  return boards.map((board) => {
    const { workspaceId, role } = board.entry
    // Two boards can have the same name.
    const id = nameIn(names.boardNames, workspaceId) === undefined ? undefined : workspaceId
    return {
      id: itemId(board),
      label: `${boardTitle(names, workspaceId)}, ${roleText(role)}`,
      detail: boardDetail(id, board.key.name, board.key.tail),
      isChecked: isCurrent(board),
      onSelect: () => {
        onClose()
        openBoard(boardRefOf(board))
      },
    }
  })
}

function itemId({ key, entry }: AccessibleBoard): string {
  return `${key.id} ${entry.workspaceId}`
}

function remove({ id, name, tail }: StoredKey): void {
  void removeKeyWithUndo(id, keyRemoved(name, tail))
}

function showKey(key: StoredKey): void {
  openDialog({ type: 'key', keyId: key.id, isReplacing: false })
}

interface KeyLineProps {
  status: KeyStatus
  onShow: () => void
  onRemove: () => void
}

function KeyLine({ status: { key, error }, onShow, onRemove }: KeyLineProps) {
  const isRejected = useKeysStore((state) => state.rejectedKeyIds.has(key.id))
  const message = error ? failureMessage(error) : undefined
  const problem = isRejected ? NOT_ACCEPTED : message
  const detail = (
    <>
      {keyStorage(key.tail, key.isRemembered)}
      {problem && <span className="block text-danger">{problem}</span>}
    </>
  )
  return (
    <div className="flex items-center gap-1">
      <MenuButton detail={detail} onSelect={onShow}>
        <span className="sr-only">{DETAILS_OF}</span> <bdi>{key.name}</bdi>
      </MenuButton>
      <Button
        kind="quiet"
        data-menu-extra
        className="text-ink-soft!"
        aria-label={removeKeyNamed(key.name)}
        onClick={onRemove}
      >
        <Icon icon={Trash2} className="size-4" />
      </Button>
    </div>
  )
}
