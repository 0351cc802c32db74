import { cardName, findCard } from '#model/board-lookup.ts'
import { noMatch } from '#model/messages/app-messages.ts'
import { roleText } from '#model/messages/workspace-messages.ts'
import { useRefreshBoard } from '#queries/board/board-query.ts'
import { boardRefOf, useAccessibleBoards } from '#queries/credentials/me-query.ts'
import { useReloadCredentials } from '#queries/credentials/use-reload-credentials.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import {
  closeMenu,
  focusCard,
  openMenu,
  requestFilterFocus,
  useBoardUiStore,
} from '#state/board-ui-store.ts'
import { closeDialog, openDialog } from '#state/dialog-store.ts'
import { boardTitle, setTheme, useBoardNames } from '#state/preferences-store.ts'
import { openBoard } from '#state/recent-boards-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

const MENU_FILTER = {
  label: 'Find a command',
  emptyMessage: (filter: string) => noMatch('command', filter),
}

const noAnchor = () => null

/** Every command, found by typing. Commands for the focused card come first. */
export function CommandPalette() {
  const items = [
    ...useCardCommands(),
    ...useBoardCommands(),
    ...useNavigationCommands(),
    ...useKeyCommands(),
    ...PREFERENCE_COMMANDS,
  ]
  return (
    <Menu
      label="Commands"
      filter={MENU_FILTER}
      items={items}
      anchor={noAnchor}
      onClose={closeDialog}
    />
  )
}

function command(label: string, run: () => void, detail?: string): MenuItem {
  const onSelect = () => {
    closeDialog()
    run()
  }
  return { id: label, label, detail, onSelect }
}

function useCardCommands(): MenuItem[] {
  const view = useBoardView()
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const card = view && focusedCard ? findCard(view.board, focusedCard)?.card : undefined
  if (!card) return []
  const name = cardName(card)
  const goToCard = () => {
    closeMenu()
    focusCard(card.id)
  }
  return [
    command(`Move ${name} to…`, () => openMenu({ type: 'move', cardId: card.id })),
    command(`Actions for ${name}`, () => openMenu({ type: 'actions', cardId: card.id })),
    command(`Go to ${name}`, goToCard),
  ]
}

function useBoardCommands(): MenuItem[] {
  const { blockedOnly } = useUrl()
  const moves = useMoves()
  const refresh = useRefreshBoard(useSession())
  const toggleBlocked = () => changeUrl({ blockedOnly: !blockedOnly }, 'replace')
  return [
    command('Filter cards', requestFilterFocus, '/'),
    command(blockedOnly ? 'Show all cards' : 'Show blocked cards only', toggleBlocked),
    command('Undo the last move', () => void moves.undo(), 'Ctrl/⌘ Z'),
    command('Label visible cards…', () => openDialog({ type: 'bulk-label' })),
    command('Labels', () => openDialog({ type: 'labels' }), 'G then L'),
    command('Refresh', refresh, 'R'),
  ]
}

function useNavigationCommands(): MenuItem[] {
  const boards = useAccessibleBoards()
  const names = useBoardNames()
  return boards.map((board) => {
    const { key, entry } = board
    const title = boardTitle(names, entry.workspaceId)
    const role = roleText(entry.role)
    return command(
      `Go to ${title}, ${role}`,
      () => openBoard(boardRefOf(board)),
      `with ${key.name} …${key.tail}`,
    )
  })
}

function useKeyCommands(): MenuItem[] {
  const { keyId } = useSession()
  const reloadCredentials = useReloadCredentials()
  return [
    command('Rename this board…', () => openDialog({ type: 'names' })),
    command('Details of this key', () => openDialog({ type: 'key', keyId, isReplacing: false })),
    command('Show unrecognized data', () => openDialog({ type: 'unrecognized' })),
    command('Add key', () => openDialog({ type: 'connect' })),
    command('Refresh key permissions', reloadCredentials),
  ]
}

const PREFERENCE_COMMANDS: readonly MenuItem[] = [
  command('Theme: light', () => setTheme('light')),
  command('Theme: dark', () => setTheme('dark')),
  command('Theme: system', () => setTheme('system')),
  command('Keyboard shortcuts', () => openDialog({ type: 'shortcuts' }), '?'),
]
