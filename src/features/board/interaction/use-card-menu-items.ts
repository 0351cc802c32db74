import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { useOnline } from '#hooks/use-online.ts'
import { type BoardSession, cardKey } from '#model/board-ref.ts'
import { lockedMessage } from '#model/messages/card-messages.ts'
import { moveTo, OFFLINE_REASON, switchToKey } from '#model/messages/interaction-messages.ts'
import {
  disabledReason,
  immovableReason,
  irreversibleMoveWarning,
  type MoveOption,
  moveOptions,
} from '#model/move-options.ts'
import { type OtherKey, otherKeyFor } from '#model/other-keys.ts'
import { type RetryColumn, retryColumn } from '#model/retry-column.ts'
import { useSession } from '#queries/session.ts'
import { closeMenu, openMenu } from '#state/board-ui-store.ts'
import { copyCardLink, copyCardNumber } from '#state/card-link.ts'
import { openCard } from '#state/open-card.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import { useRetryTargetStore } from '#state/retry-target-store.ts'
import type { MenuItem } from '#ui/Menu.tsx'
import { type BoardContextValue, useBoardContext } from '../board-context.ts'
import type { Move } from './use-move.ts'

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
  const columnReason = isDisabled ? disabledReason(column, verdict.reason, otherKeys) : undefined
  const warning = from && irreversibleMoveWarning(from, column, role)
  return {
    id: column.key,
    label: column.name,
    disabledReason: cardReason ?? columnReason,
    detail: verdict.type === 'unknown' ? verdict.reason : warning,
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
    const key = verdict.type === 'no' ? otherKeyFor(column, otherKeys) : undefined
    if (key) keys.set(key.keyId, key)
  }
  return [...keys.values()].map((key) => ({
    id: `switch ${key.keyId}`,
    label: switchToKey(key.name),
    detail: `${key.role} on this board`,
    onSelect: () => {
      closeMenu()
      switchKey(board.workspaceId, key.keyId)
    },
  }))
}

export function useActionItems(card: Card | undefined, board: Board, move: Move): MenuItem[] {
  const context = useBoardContext()
  const isOnline = useOnline()
  const targetId = useRetryTargetStore(({ targets }) =>
    card ? targets[cardKey(context.board, card.id)] : undefined,
  )
  const session = useSession()
  if (!card) return []
  const { columns, role } = context
  const options = moveOptions(card, columns, role)
  const canMove = options.some(({ verdict }) => verdict.type !== 'no')
  const open = (section?: 'labels') => {
    closeMenu()
    openCard(card, section)
  }
  const retry = retryItem(retryColumn(card, board, targetId, role), isOnline, (columnKey) =>
    move(card.id, columnKey),
  )
  // What this browser has seen refused comes first, and what nobody has chosen comes later.
  const [first, second] = retry?.id === 'again' ? [retry, undefined] : [undefined, retry]
  return [
    ...(first ? [first] : []),
    {
      id: 'move',
      label: 'Move to…',
      shortcut: 'M',
      disabledReason: immovableReason(card, columns, role),
      onSelect: () => openMenu({ type: 'move', cardId: card.id }),
    },
    ...(second ? [second] : []),
    { id: 'labels', label: 'Edit labels', shortcut: 'L', onSelect: () => open('labels') },
    { id: 'open', label: 'Open card', shortcut: 'Enter', onSelect: () => open() },
    ...copyItems(card, session),
    ...(canMove ? [] : switchKeyItems(options, context)),
  ]
}

function retryItem(
  retry: RetryColumn | undefined,
  isOnline: boolean,
  moveInto: (columnKey: string) => void,
): MenuItem | undefined {
  if (!retry) return undefined
  const { column, isRepeated } = retry
  const text = moveTo(column.name)
  return {
    ...(isRepeated
      ? { id: 'again', label: 'Try again', detail: text }
      : { id: 'next', label: text }),
    disabledReason: isOnline ? undefined : OFFLINE_REASON,
    onSelect: () => {
      closeMenu()
      moveInto(column.key)
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
    item('Copy link', () => copyCardLink(session, number), 'C'),
    item('Copy number', () => copyCardNumber(number)),
  ]
}
