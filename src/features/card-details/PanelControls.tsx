import { Bell, BellRing, ChevronDown, ChevronUp, Link } from 'lucide'
import { useMemo } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { type Hotkeys, run, useHotkeys } from '#hooks/use-hotkeys.ts'
import { FOLLOW } from '#messages/activity-messages.ts'
import { COPY_LINK } from '#messages/common-messages.ts'
import { NEXT_CARD, PREVIOUS_CARD } from '#messages/panel-messages.ts'
import { keycap } from '#model/keycap.ts'
import type { ShortcutKeys } from '#model/shortcuts.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useArranged } from '#queries/board-view/use-board-view.tsx'
import { copyCardLink } from '#state/copy-link.ts'
import { toggleFollow, useFollows } from '#state/follows-store.ts'
import { closeCard, openCard } from '#state/navigation.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

const STEPS = [
  { label: PREVIOUS_CARD, keys: 'k', step: -1, icon: ChevronUp },
  { label: NEXT_CARD, keys: 'j', step: 1, icon: ChevronDown },
] as const

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
  const hotkeys: Hotkeys<ShortcutKeys<'panel'> | 'l' | 'escape'> = {
    j: (event) => mayActOnKey(event, 'panel') && run(() => show(1)),
    k: (event) => mayActOnKey(event, 'panel') && run(() => show(-1)),
    // On a card of the board, the key belongs to that card.
    l: (event) => mayActOnKey(event, 'in-panel') && run(() => openCard(card, 'labels')),
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
