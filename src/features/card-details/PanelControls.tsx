import { Bell, BellRing, ChevronDown, ChevronUp, Link } from 'lucide'
import { useMemo } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { type Hotkeys, run, useHotkeys } from '#hooks/use-hotkeys.ts'
import { FOLLOW } from '#messages/activity-messages.ts'
import { COPY_LINK } from '#messages/common-messages.ts'
import { FIRST_COLUMN, LAST_COLUMN } from '#messages/interaction-messages.ts'
import { NEXT_CARD, PREVIOUS_CARD } from '#messages/panel-messages.ts'
import { keycap } from '#model/keycap.ts'
import { irreversibleMoveWarning } from '#model/move-check.ts'
import type { ShortcutKeys } from '#model/shortcuts.ts'
import { useBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useArranged, useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useMoves } from '#queries/changes/use-moves.ts'
import { announce } from '#state/announcer.ts'
import { openMenu } from '#state/board-ui-store.ts'
import { copyCardLink } from '#state/copy-link.ts'
import { toggleFollow, useFollows } from '#state/follows-store.ts'
import { closeCard, openCard } from '#state/navigation.ts'
import { toggleSelected } from '#state/selection-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

const STEPS = [
  { label: PREVIOUS_CARD, keys: 'k', step: -1, icon: ChevronUp },
  { label: NEXT_CARD, keys: 'j', step: 1, icon: ChevronDown },
] as const

/** Keys of a card on the board that act on the open card, too. */
type CardKey = 'l' | 'm' | 'x' | 'c' | ']' | '['

interface PanelControlsProps {
  card: Card
}

/** The number of the card, its link, and the way to the cards before and after it. */
export function PanelControls({ card }: PanelControlsProps) {
  const session = useSession()
  const visible = useArranged()?.inOrder
  const cards = useMemo(() => visible?.columns.flatMap((column) => column.cards) ?? [], [visible])
  const { number } = card
  const isFollowed = useFollows(session.workspaceId).cards.includes(card.id)
  const index = cards.findIndex(({ id }) => id === card.id)
  const cardAfter = (step: 1 | -1) => (index < 0 ? undefined : cards[index + step])
  const show = (step: 1 | -1) => {
    const other = cardAfter(step)
    if (other) openCard(other)
  }
  const moveBeside = useMoveBeside(card)
  const hotkeys: Hotkeys<ShortcutKeys<'panel'> | CardKey | 'escape'> = {
    j: (event) => mayActOnKey(event, 'panel') && run(() => show(1)),
    k: (event) => mayActOnKey(event, 'panel') && run(() => show(-1)),
    // On a card of the board, these keys belong to that card.
    l: (event) => mayActOnKey(event, 'in-panel') && run(() => openCard(card, 'labels')),
    m: (event) => mayActOnKey(event, 'in-panel') && run(() => openMoveMenu(card)),
    x: (event) => mayActOnKey(event, 'in-panel') && run(() => toggleSelected(card.id)),
    c: (event) =>
      mayActOnKey(event, 'in-panel') &&
      number !== undefined &&
      run(() => copyCardLink(session, number)),
    ']': (event) => mayActOnKey(event, 'in-panel') && run(() => moveBeside(1)),
    '[': (event) => mayActOnKey(event, 'in-panel') && run(() => moveBeside(-1)),
    escape: (event) => mayActOnKey(event, 'panel') && run(closeCard),
  }
  useHotkeys(hotkeys)
  return (
    <>
      <span className="me-auto text-ink-soft">{number !== undefined && `#${number}`}</span>
      {number !== undefined && (
        <Button kind="quiet" aria-label={COPY_LINK} onClick={() => copyCardLink(session, number)}>
          <Icon icon={Link} className="size-4" />
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={FOLLOW}
        aria-pressed={isFollowed}
        onClick={() => toggleFollow(session.workspaceId, 'cards', card.id)}
      >
        <Icon icon={isFollowed ? BellRing : Bell} className="size-4" />
      </Button>
      {STEPS.map(({ label, keys, step, icon }) => (
        <Button
          key={keys}
          kind="quiet"
          aria-label={label}
          aria-keyshortcuts={keycap(keys)}
          disabledBy={cardAfter(step) === undefined}
          onClick={() => show(step)}
        >
          <Icon icon={icon} className="size-4" />
        </Button>
      ))}
    </>
  )
}

function openMoveMenu({ id: cardId }: Card): void {
  openMenu({ type: 'move', cardId, isFromPanel: true })
}

/** Moves to a neighbor. What a person should know before is in the menu, so that opens instead. */
function useMoveBeside(card: Card): (step: 1 | -1) => void {
  const moves = useMoves()
  const { role } = useBoardAccess()
  const columns = useBoardView()?.board.columns ?? []
  return (step) => {
    const columnKey = columns[columns.findIndex(({ key }) => key === card.statusId) + step]?.key
    if (columnKey === undefined) return announce(step > 0 ? LAST_COLUMN : FIRST_COLUMN)
    const target = { cardId: card.id, columnKey, keepsFocus: true } as const
    const check = moves.check(target)
    const isPlain =
      check.type !== 'allowed' ||
      (check.stagesLeft.length === 0 && !irreversibleMoveWarning(check.from, check.to, role))
    if (isPlain) moves.request(target, check)
    else openMoveMenu(card)
  }
}
