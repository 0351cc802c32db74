import { useQueryClient } from '@tanstack/react-query'
import { cardName, findCard } from '#model/board-view.ts'
import { useRefreshBoard } from '#queries/board.ts'
import { useBoardView } from '#queries/board-view.ts'
import type { ReachableBoard } from '#queries/credentials.ts'
import type { BoardSession } from '#queries/session.ts'
import { closeMenu, focusCard, openMenu, useBoardUiStore } from '#state/board-ui-store.ts'
import { boardTitle, setTheme, useSettingsStore } from '#state/settings-store.ts'
import { undoLastMove } from '#state/undo-store.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { ChangeUrl, UrlState } from './url-state.ts'
import { focusFilter } from './use-app-keys.ts'

interface CommandPaletteProps {
  session: BoardSession
  boards: readonly ReachableBoard[]
  url: UrlState
  changeUrl: ChangeUrl
  onChooseBoard: (board: ReachableBoard) => void
  onDialog: (dialog: 'labels' | 'shortcuts' | 'names' | 'label-many' | 'not-understood') => void
  onShowKey: () => void
  onAddKey: () => void
  onClose: () => void
}

/** Everything that can be done, found by typing: what concerns the focused card comes first. */
export function CommandPalette(props: CommandPaletteProps) {
  const { session, boards, url, changeUrl, onChooseBoard, onDialog, onShowKey, onAddKey, onClose } = props
  const refresh = useRefreshBoard(session)
  const queryClient = useQueryClient()
  const settings = useSettingsStore()
  const cards = useCardCommands(session)
  const command = (label: string, run: () => void, detail?: string): MenuItem => ({
    id: label,
    label,
    detail,
    onSelect: () => {
      onClose()
      run()
    },
  })
  const items: MenuItem[] = [
    ...cards.map(({ label, run }) => command(label, run)),
    command('Filter cards', focusFilter, '/'),
    command(url.blockedOnly ? 'Show all cards' : 'Show blocked cards only', () =>
      changeUrl({ blockedOnly: !url.blockedOnly }, 'replace'),
    ),
    command('Undo the last move', () => undoLastMove(session), 'Ctrl/⌘ Z'),
    command('Label the shown cards…', () => onDialog('label-many')),
    command('Labels', () => onDialog('labels'), 'G then L'),
    command('Refresh', refresh, 'R'),
    ...boards.map((board) =>
      command(
        `Go to ${boardTitle(settings, board.entry.workspaceId)}, ${board.entry.role || 'role not stated'}`,
        () => onChooseBoard(board),
        `with ${board.key.name} …${board.key.tail}`,
      ),
    ),
    command('Name this board…', () => onDialog('names')),
    command('Details of this key', onShowKey),
    command('What was not understood', () => onDialog('not-understood')),
    command('Add key', onAddKey),
    command('Ask again what the keys reach', () => void queryClient.invalidateQueries({ queryKey: ['me'] })),
    command('Theme: light', () => setTheme('light')),
    command('Theme: dark', () => setTheme('dark')),
    command('Theme: as the system', () => setTheme('system')),
    command('Keyboard', () => onDialog('shortcuts'), '?'),
  ]
  return (
    <Menu label="Commands" filterLabel="Find a command" items={items} anchor={() => null} onClose={onClose} sheet />
  )
}

function useCardCommands(session: BoardSession): { label: string; run: () => void }[] {
  const view = useBoardView(session)
  const focused = useBoardUiStore((state) => state.focusedCard)
  const card = focused !== null && view ? findCard(view.board, focused)?.card : undefined
  if (!card) return []
  const name = cardName(card)
  return [
    { label: `Move ${name} to…`, run: () => openMenu({ kind: 'move', cardId: card.id }) },
    { label: `More for ${name}`, run: () => openMenu({ kind: 'actions', cardId: card.id }) },
    {
      label: `Go to ${name}`,
      run: () => {
        closeMenu()
        focusCard(card.id)
      },
    },
  ]
}
