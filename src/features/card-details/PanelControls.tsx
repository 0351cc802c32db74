import { ChevronDown, ChevronUp, Link } from 'lucide'
import { useMemo } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { type Hotkeys, run, useHotkeys, withoutSingleKeys } from '#hooks/use-hotkeys.ts'
import { keycap, type ShortcutKeys } from '#model/shortcuts.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { copyCardLink } from '#state/copy-link.ts'
import { closeCard, openCard } from '#state/open-card.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

interface PanelControlsProps {
  card: Card
}

/** The number of the card, its link, and the way to the cards before and after it. */
export function PanelControls({ card }: PanelControlsProps) {
  const session = useSession()
  const visible = useVisibleBoard()
  const cards = useMemo(() => visible?.columns.flatMap((column) => column.cards) ?? [], [visible])
  const { number } = card
  const index = cards.findIndex(({ id }) => id === card.id)
  const show = (step: 1 | -1) => {
    const other = index < 0 ? undefined : cards[index + step]
    if (other) openCard(other)
  }
  const hasPrevious = index > 0
  const hasNext = index >= 0 && index < cards.length - 1
  const hasSingleKeys = usePreferencesStore((preferences) => preferences.hasSingleKeys)
  const hotkeys: Hotkeys<ShortcutKeys<'panel'> | 'l' | 'escape'> = {
    j: (event) => isFree(event) && run(() => show(1)),
    k: (event) => isFree(event) && run(() => show(-1)),
    l: (event) => isInSheet(event) && isFree(event) && run(() => openCard(card, 'labels')),
    escape: (event) => isFree(event) && run(closeCard),
  }
  useHotkeys(hasSingleKeys ? hotkeys : withoutSingleKeys(hotkeys))
  return (
    <>
      <span className="mr-auto text-ink-soft">{number !== undefined && `#${number}`}</span>
      {number !== undefined && (
        <Button kind="quiet" aria-label="Copy link" onClick={() => copyCardLink(session, number)}>
          <Icon icon={Link} className="size-4" />
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label="Previous card"
        aria-keyshortcuts={keycap('k')}
        disabledBy={!hasPrevious}
        onClick={() => show(-1)}
      >
        <Icon icon={ChevronUp} className="size-4" />
      </Button>
      <Button
        kind="quiet"
        aria-label="Next card"
        aria-keyshortcuts={keycap('j')}
        disabledBy={!hasNext}
        onClick={() => show(1)}
      >
        <Icon icon={ChevronDown} className="size-4" />
      </Button>
    </>
  )
}

/** The key belongs to no field, and to nothing that is open above the panel. */
function isFree({ target }: KeyboardEvent): boolean {
  const { draggedCard, menu } = useBoardUiStore.getState()
  if (!(target instanceof Element) || draggedCard !== null || menu !== null) return false
  if (target.closest('input, textarea, select, [data-own-escape]')) return false
  // Plain text in a dialog has no focus of its own.
  return document.querySelector(OPEN_ABOVE_PANEL) === null
}

const OPEN_ABOVE_PANEL = 'dialog[open]:not([data-sheet]), [popover="auto"]:popover-open'

/** On a card of the board, the key belongs to that card. */
function isInSheet({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-sheet]') !== null
}
