import { useRefresh } from '#features/shared/use-refresh.ts'
import { ACTIVITY, FOLLOW_A_PERSON, follow, stopFollowing } from '#messages/activity-messages.ts'
import { CLEAR_SELECTION } from '#messages/selection-messages.ts'
import { VIEW } from '#messages/view-messages.ts'
import { roleText } from '#messages/workspace-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { ANY_CAUSE } from '#model/card-filter.ts'
import { keycap } from '#model/keycap.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView, useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import {
  boardRefOf,
  useAccessibleBoards,
  useReloadCredentials,
} from '#queries/credentials/me-query.ts'
import { focusCard, openMenu, requestFilterFocus, useBoardUiStore } from '#state/board-ui-store.ts'
import { copyCardLink } from '#state/copy-link.ts'
import { openDialog } from '#state/dialog-store.ts'
import { toggleFollow, useFollows } from '#state/follows-store.ts'
import { openCard } from '#state/navigation.ts'
import { openBoard } from '#state/open-board.ts'
import { boardTitle, setTheme, useBoardNames } from '#state/preferences-store.ts'
import { openView, useSavedViews } from '#state/saved-views-store.ts'
import { clearSelection, setMoveMenuOpen, useSelectionStore } from '#state/selection-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import { modifierKeys } from '#ui/Keycap.tsx'
import { type Command, opens } from './command.ts'
import { findCards } from './find-cards.ts'
import { useViewActions } from './use-view-actions.ts'

/** The cards that match the text. Each opens its panel. */
export function useCardResults(text: string): Command[] {
  const view = useBoardView()
  if (!view) return []
  return findCards(view.board, text).map(({ card, column }) => ({
    id: `card ${card.id}`,
    label: cardName(card),
    detail: [column.name, card.assignee].filter(Boolean).join(' · '),
    run: () => openCard(card),
  }))
}

/** The columns with cards that match the filter, and the boards. */
export function usePlaces(): Command[] {
  const boards = useAccessibleBoards()
  const names = useBoardNames()
  const visible = useVisibleBoard()
  const columns = (visible?.columns ?? []).flatMap(({ key, name, cards }): Command[] => {
    const first = cards[0]
    if (!first) return []
    const run = () => focusCard(first.id)
    return [{ id: `column ${key}`, label: name, detail: 'Column', run, focusesCard: true }]
  })
  const others = boards.map((board): Command => {
    const { key, entry } = board
    return {
      id: `board ${key.id} ${entry.workspaceId}`,
      label: boardTitle(names, entry.workspaceId),
      detail: `${roleText(entry.role)}, with ${key.name} …${key.tail}`,
      run: () => openBoard(boardRefOf(board)),
    }
  })
  return [...columns, ...useViewPlaces(), ...others]
}

/** The saved views of the board. */
function useViewPlaces(): Command[] {
  return useSavedViews(useSession().workspaceId).map((view) => ({
    id: `view ${view.name}`,
    label: view.name,
    detail: VIEW,
    run: () => openView(view),
  }))
}

/** Commands for the focused card come first. */
export function useActions(undo: () => void): Command[] {
  return [
    ...useSelectedActions(),
    ...useCardActions(),
    ...useBoardActions(undo),
    ...useViewActions(),
    ...useKeyActions(),
    ...PREFERENCES,
  ]
}

function useCardActions(): Command[] {
  const session = useSession()
  const hasSelection = useSelectionStore(({ cardIds }) => cardIds.size > 0)
  const view = useBoardView()
  const follows = useFollows(session.workspaceId)
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const card = view && focusedCard ? findCard(view.board, focusedCard)?.card : undefined
  if (!card) return []
  const { number } = card
  const name = cardName(card)
  const isFollowed = follows.cards.includes(card.id)
  const move = () => openMenu({ type: 'move', cardId: card.id })
  const copyLink: Command[] =
    number === undefined
      ? []
      : [
          {
            id: 'copy-link',
            label: `Copy link of ${name}`,
            shortcut: keycap('c'),
            run: () => copyCardLink(session, number),
          },
        ]
  const changes: Command[] = [
    { id: 'move', label: `Move ${name} to…`, shortcut: keycap('m'), run: move },
    {
      id: 'edit-labels',
      label: `Edit labels of ${name}`,
      shortcut: keycap('l'),
      run: () => openCard(card, 'labels'),
    },
  ]
  return [
    // While cards are selected, these keys act on all of them.
    ...(hasSelection ? [] : changes),
    ...copyLink,
    {
      id: 'follow',
      label: isFollowed ? stopFollowing(name) : follow(name),
      run: () => toggleFollow(session.workspaceId, 'cards', card.id),
    },
  ]
}

function useBoardActions(undo: () => void): Command[] {
  const { blocked } = useUrl()
  const isFiltered = blocked.length > 0
  const hasSelection = useSelectionStore(({ cardIds }) => cardIds.size > 0)
  const refresh = useRefresh(useSession())
  const toggleBlocked = () => changeUrl({ blocked: isFiltered ? [] : [ANY_CAUSE] }, 'replace')
  const blockedLabel = isFiltered ? 'Show all cards' : 'Show blocked cards only'
  return [
    { id: 'filter', label: 'Filter cards', shortcut: keycap('/'), run: requestFilterFocus },
    { id: 'blocked', label: blockedLabel, run: toggleBlocked },
    {
      id: 'undo',
      label: 'Undo the last change',
      shortcut: modifierKeys('Z'),
      run: undo,
    },
    // With a selection, its own command comes first.
    ...(hasSelection ? [] : [opens('bulk-label', 'Label visible cards…')]),
    opens('export', 'Export visible cards…'),
    opens('labels', 'Labels', keycap('g l')),
    opens('activity', ACTIVITY, keycap('g a')),
    { ...opens('activity', FOLLOW_A_PERSON), id: 'follow-person' },
    { id: 'refresh', label: 'Refresh', shortcut: keycap('r'), run: refresh },
  ]
}

/** What can be done with the selected cards. */
function useSelectedActions(): Command[] {
  const count = useSelectionStore(({ cardIds }) => cardIds.size)
  if (count === 0) return []
  return [
    {
      id: 'move-selected',
      label: 'Move the selected cards to…',
      shortcut: keycap('m'),
      run: () => setMoveMenuOpen(true),
    },
    opens('bulk-label', 'Label the selected cards…', keycap('l')),
    { id: 'clear-selection', label: CLEAR_SELECTION, run: clearSelection },
  ]
}

function useKeyActions(): Command[] {
  const { keyId } = useSession()
  const reloadCredentials = useReloadCredentials()
  const showKey = () => openDialog({ type: 'key', keyId, isReplacing: false })
  return [
    opens('names', 'Rename this board…'),
    { id: 'key', label: 'Details of this key', run: showKey },
    opens('unrecognized', 'Show unrecognized data'),
    opens('connect', 'Add key'),
    { id: 'reload-keys', label: 'Refresh key permissions', run: reloadCredentials },
  ]
}

const PREFERENCES: readonly Command[] = [
  { id: 'theme-light', label: 'Theme: light', run: () => setTheme('light') },
  { id: 'theme-dark', label: 'Theme: dark', run: () => setTheme('dark') },
  { id: 'theme-system', label: 'Theme: system', run: () => setTheme('system') },
  opens('shortcuts', 'Keyboard shortcuts', keycap('?')),
]
