import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { useCardLabelVerdict } from '#features/shared/use-card-label-verdict.ts'
import { useOnline } from '#hooks/use-online.ts'
import { FOLLOW, STOP_FOLLOWING } from '#messages/activity-messages.ts'
import {
  COPY_NUMBER,
  DESELECT,
  EDIT_LABELS,
  OPEN_CARD,
  roleOnBoard,
  SELECT,
} from '#messages/card-menu-messages.ts'
import { FILTER_BY, lockedMessage } from '#messages/card-messages.ts'
import { COPY_LINK, MOVE_TO, TRY_AGAIN } from '#messages/common-messages.ts'
import { moveTo, OFFLINE_REASON } from '#messages/interaction-messages.ts'
import { switchToKey } from '#messages/permission-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { expectationFor } from '#model/card-expectation.ts'
import type { Follows } from '#model/followed-cards.ts'
import { displayedLabels, type LabelIndex } from '#model/label-lookup.ts'
import {
  disabledReason,
  immovableReason,
  irreversibleMoveWarning,
  keyFor,
  type MoveOption,
  moveOptions,
} from '#model/move-check.ts'
import type { OtherKey } from '#model/other-keys.ts'
import { type RetryColumn, retryColumn } from '#model/retry-column.ts'
import { useSession } from '#queries/access/board-access.ts'
import { closeMenu, openMenu } from '#state/board-ui-store.ts'
import { useRetryTarget } from '#state/card-status-store.ts'
import { copyCardLink, copyCardNumber } from '#state/copy-link.ts'
import { toggleFollow, useFollows } from '#state/follows-store.ts'
import { openCard } from '#state/navigation.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import { toggleSelected, useSelectionStore } from '#state/selection-store.ts'
import type { MenuItem } from '#ui/Menu.tsx'
import { type BoardContextValue, useBoardContext } from '../board-context.ts'
import { type CardChoice, choiceText } from '../card/filter-button.ts'
import type { Move } from '../change/use-move.ts'
import { toggleFilter } from '../keys/toggle-filter.ts'

/** Every other column; a disabled one shows why, and which key could do it. */
export function useMoveItems(card: Card | undefined, move: Move): MenuItem[] {
  const context = useBoardContext()
  const isOnline = useOnline()
  if (!card) return []
  const { role, columns } = context
  const options = moveOptions(card, columns, role)
  const cardReason = lockedMessage(card) ?? (isOnline ? undefined : OFFLINE_REASON)
  const items = options.map((option) => moveItem(card, option, context, cardReason, move))
  return [...items, ...switchKeyItems(options, context)]
}

function moveItem(
  card: Card,
  { column, verdict }: MoveOption,
  { role, columns, otherKeys }: BoardContextValue,
  cardReason: string | undefined,
  move: Move,
): MenuItem {
  const from = columns.find((candidate) => candidate.key === card.statusId)
  const isDisabled = verdict.type === 'no'
  const columnReason = isDisabled ? disabledReason(column, verdict, otherKeys) : undefined
  const warning = from && irreversibleMoveWarning(from, column, role)
  return {
    id: column.key,
    label: column.name,
    disabledReason: cardReason ?? columnReason,
    detail: verdict.type === 'unknown' ? verdict.reason : (warning ?? expectationFor(card, column)),
    onSelect: () => {
      closeMenu()
      move(card.id, column.key)
    },
  }
}

function switchKeyItems(
  options: readonly MoveOption[],
  { board, otherKeys }: BoardContextValue,
): MenuItem[] {
  const keys = new Map<string, OtherKey>()
  for (const { column, verdict } of options) {
    const key = verdict.type === 'no' ? keyFor(column, verdict, otherKeys) : undefined
    if (key) keys.set(key.keyId, key)
  }
  return [...keys.values()].map((key) => ({
    id: `switch ${key.keyId}`,
    label: switchToKey(key.name),
    detail: roleOnBoard(key.role),
    onSelect: () => {
      closeMenu()
      switchKey(board.workspaceId, key.keyId)
    },
  }))
}

export function useActionItems(card: Card | undefined, board: Board, move: Move): MenuItem[] {
  const context = useBoardContext()
  const isOnline = useOnline()
  const targetId = useRetryTarget(context.board, card?.id)
  const session = useSession()
  const follows = useFollows(session.workspaceId)
  const labelVerdict = useCardLabelVerdict()
  if (!card) return []
  const { columns, role } = context
  const options = moveOptions(card, columns, role)
  const canMove = options.some(({ verdict }) => verdict.type !== 'no')
  const open = (section?: 'labels') => {
    closeMenu()
    openCard(card, section)
  }
  const openMoves: MenuItem = {
    id: 'move',
    label: MOVE_TO,
    shortcut: 'M',
    disabledReason: immovableReason(card, columns, role),
    onSelect: () => openMenu({ type: 'move', cardId: card.id }),
  }
  const retry = retryColumn(card, board, targetId, role)
  const repeat = retry && retryItem(retry, isOnline, () => move(card.id, retry.column.key))
  return [
    // Only a move that somebody has chosen before comes first.
    ...(repeat && retry.isRepeated ? [repeat] : []),
    openMoves,
    ...(repeat && !retry.isRepeated ? [repeat] : []),
    {
      id: 'labels',
      label: EDIT_LABELS,
      shortcut: 'L',
      disabledReason: labelVerdict.type === 'no' ? labelVerdict.reason : undefined,
      onSelect: () => open('labels'),
    },
    { id: 'open', label: OPEN_CARD, shortcut: 'Enter', onSelect: () => open() },
    selectItem(card.id),
    followItem(card.id, session.workspaceId, follows),
    ...copyItems(card, session),
    ...(canMove ? [] : switchKeyItems(options, context)),
    ...filterItems(card, context.labels),
  ]
}

function retryItem(
  { column, isRepeated }: RetryColumn,
  isOnline: boolean,
  move: () => void,
): MenuItem {
  const text = moveTo(column.name)
  return {
    id: 'retry',
    ...(isRepeated ? { label: TRY_AGAIN, detail: text } : { label: text }),
    disabledReason: isOnline ? undefined : OFFLINE_REASON,
    onSelect: () => {
      closeMenu()
      move()
    },
  }
}

/** The same as a click on a part of the card, for keyboards and fingers. */
function filterItems(card: Card, index: LabelIndex): MenuItem[] {
  const labels = displayedLabels(card.labels ?? [], index)
  const choices: (CardChoice & Pick<MenuItem, 'label'>)[] = [
    ...labels.map(({ id, name }) => ({ field: 'labelIds', value: id, label: name }) as const),
    ...assigneesOf(card).map(
      ({ name }) => ({ field: 'assignees', value: name, label: name }) as const,
    ),
    ...(card.priority
      ? [{ field: 'priorities', value: card.priority, label: card.priority } as const]
      : []),
  ]
  return choices.map(({ field, value, label }) => ({
    id: `filter ${field} ${value}`,
    group: FILTER_BY,
    label,
    onSelect: () => {
      closeMenu()
      toggleFilter(choiceText({ field, value }))
    },
  }))
}

function selectItem(cardId: string): MenuItem {
  const isSelected = useSelectionStore.getState().cardIds.has(cardId)
  return {
    id: 'select',
    label: isSelected ? DESELECT : SELECT,
    shortcut: 'X',
    onSelect: () => {
      closeMenu()
      toggleSelected(cardId)
    },
  }
}

function followItem(cardId: string, workspaceId: string, { cards }: Follows): MenuItem {
  return {
    id: 'follow',
    label: cards.includes(cardId) ? STOP_FOLLOWING : FOLLOW,
    onSelect: () => {
      closeMenu()
      toggleFollow(workspaceId, 'cards', cardId)
    },
  }
}

function copyItems({ number }: Card, session: BoardSession): MenuItem[] {
  if (number === undefined) return []
  const item = (label: string, copy: () => void, shortcut?: string): MenuItem => ({
    id: label,
    label,
    shortcut,
    onSelect: () => {
      closeMenu()
      copy()
    },
  })
  return [
    item(COPY_LINK, () => copyCardLink(session, number), 'C'),
    item(COPY_NUMBER, () => copyCardNumber(number)),
  ]
}
