import { chooseLanguage } from '#features/shared/choose-language.ts'
import { useLocalNames } from '#features/shared/use-local-names.ts'
import { useRefresh } from '#features/shared/use-refresh.ts'
import { ACTIVITY, FOLLOW_A_PERSON, follow, stopFollowing } from '#messages/activity-messages.ts'
import {
  copyLinkOf,
  DETAILS_OF_THIS_KEY,
  editLabelsOf,
  KEYWORDS,
  LABEL_SELECTED,
  MOVE_SELECTED,
  moveCardTo,
  REFRESH_KEY_PERMISSIONS,
  SHOW_STOPPED_CARDS_ONLY,
  SHOW_UNRECOGNIZED_DATA,
  THEME_DARK,
  THEME_LIGHT,
  THEME_SYSTEM,
  UNDO_LAST_CHANGE,
} from '#messages/command-messages.ts'
import {
  ADD_KEY,
  EXPORT_VISIBLE_CARDS,
  FILTER_CARDS,
  KEYBOARD_SHORTCUTS,
  LABEL_VISIBLE_CARDS,
  REFRESH,
  RENAME_THIS_BOARD,
  SHOW_ALL_CARDS,
  VIEW,
} from '#messages/common-messages.ts'
import { COLUMN, LABELS } from '#messages/list-messages.ts'
import { showIn } from '#messages/page-messages.ts'
import { CLEAR_SELECTION } from '#messages/selection-messages.ts'
import { roleWithKey } from '#messages/workspace-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { ANY_CAUSE } from '#model/card-filter.ts'
import { keycap } from '#model/keycap.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#model/languages.ts'
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
import { boardTitle, useNames } from '#state/names.ts'
import { openCard } from '#state/navigation.ts'
import { openBoard } from '#state/open-board.ts'
import { setTheme } from '#state/preferences-store.ts'
import { openView, useSavedViews } from '#state/saved-views-store.ts'
import { clearSelection, setMoveMenuOpen, useSelectionStore } from '#state/selection-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import { modifierKeys } from '#ui/Keycap.tsx'
import { type Command, opens } from './command.ts'
import { findCards } from './find-cards.ts'
import { useReadyActions } from './use-ready-actions.ts'
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
  const names = useNames()
  const visible = useVisibleBoard()
  const columns = (visible?.columns ?? []).flatMap(({ key, name, cards }): Command[] => {
    const first = cards[0]
    if (!first) return []
    const run = () => focusCard(first.id)
    return [{ id: `column ${key}`, label: name, detail: COLUMN, run, focusesCard: true }]
  })
  const others = boards.map((board): Command => {
    const { key, entry } = board
    return {
      id: `board ${key.id} ${entry.workspaceId}`,
      label: boardTitle(names, entry.workspaceId),
      detail: roleWithKey(entry.role, key.name, key.tail),
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
    ...useReadyActions(),
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
            label: copyLinkOf(name),
            shortcut: keycap('c'),
            run: () => copyCardLink(session, number),
          },
        ]
  const changes: Command[] = [
    { id: 'move', label: moveCardTo(name), shortcut: keycap('m'), run: move },
    {
      id: 'edit-labels',
      label: editLabelsOf(name),
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
  const toggleBlocked = () => changeUrl({ blocked: isFiltered ? [] : [ANY_CAUSE] }, 'filter')
  const blockedLabel = isFiltered ? SHOW_ALL_CARDS : SHOW_STOPPED_CARDS_ONLY
  return [
    { id: 'filter', label: FILTER_CARDS, shortcut: keycap('/'), run: requestFilterFocus },
    { id: 'blocked', label: blockedLabel, keywords: KEYWORDS.blocked, run: toggleBlocked },
    {
      id: 'undo',
      label: UNDO_LAST_CHANGE,
      shortcut: modifierKeys('Z'),
      run: undo,
    },
    // With a selection, its own command comes first.
    ...(hasSelection ? [] : [opens('bulk-label', LABEL_VISIBLE_CARDS)]),
    { ...opens('export', EXPORT_VISIBLE_CARDS), keywords: KEYWORDS.export },
    opens('labels', LABELS, keycap('g l')),
    opens('activity', ACTIVITY, keycap('g a')),
    { ...opens('activity', FOLLOW_A_PERSON), id: 'follow-person' },
    { id: 'refresh', label: REFRESH, shortcut: keycap('r'), run: refresh },
  ]
}

/** What can be done with the selected cards. */
function useSelectedActions(): Command[] {
  const count = useSelectionStore(({ cardIds }) => cardIds.size)
  if (count === 0) return []
  return [
    {
      id: 'move-selected',
      label: MOVE_SELECTED,
      shortcut: keycap('m'),
      run: () => setMoveMenuOpen(true),
    },
    opens('bulk-label', LABEL_SELECTED, keycap('l')),
    { id: 'clear-selection', label: CLEAR_SELECTION, run: clearSelection },
  ]
}

function useKeyActions(): Command[] {
  const session = useSession()
  const { keyId } = session
  const canRename = useLocalNames(session).length > 0
  const reloadCredentials = useReloadCredentials()
  const showKey = () => openDialog({ type: 'key', keyId, isReplacing: false })
  return [
    ...(canRename ? [opens('names', RENAME_THIS_BOARD)] : []),
    { id: 'key', label: DETAILS_OF_THIS_KEY, run: showKey },
    opens('unrecognized', SHOW_UNRECOGNIZED_DATA),
    opens('connect', ADD_KEY),
    { id: 'reload-keys', label: REFRESH_KEY_PERMISSIONS, run: reloadCredentials },
  ]
}

/** In each language of the page. */
function languageNames(language: Language): string {
  const names = LANGUAGES.map((own) => new Intl.DisplayNames(own, { type: 'language' }))
  return names.map((name) => name.of(language)).join(' ')
}

const PREFERENCES: readonly Command[] = [
  { id: 'theme-light', label: THEME_LIGHT, run: () => setTheme('light') },
  { id: 'theme-dark', label: THEME_DARK, run: () => setTheme('dark') },
  { id: 'theme-system', label: THEME_SYSTEM, run: () => setTheme('system') },
  ...LANGUAGES.map((language) => ({
    id: `language-${language}`,
    label: showIn(LANGUAGE_NAMES[language]),
    keywords: languageNames(language),
    run: () => chooseLanguage(language),
  })),
  opens('shortcuts', KEYBOARD_SHORTCUTS, keycap('?')),
]
