import { Lightbulb, X } from 'lucide'
import { useEffect } from 'react'
import { COARSE_POINTER, useMediaQuery } from '#hooks/use-media-query.ts'
import {
  DISMISS_ALL_HINTS,
  GOT_IT,
  HINT,
  NAME_THIS_BOARD,
  NOT_NOW,
} from '#messages/board-messages.ts'
import { HINTS, nameHint, TOUCH_HINTS } from '#messages/hint-messages.ts'
import { canMoveNowhere } from '#model/permissions.ts'
import { useBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { addSeenHints, useHintsStore } from '#state/hints-store.ts'
import { nameIn, useNames } from '#state/names.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { useToastStore } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

interface Hint {
  id: string
  text: string
}

const CARD = [
  'absolute bottom-[max(0.75rem,env(safe-area-inset-bottom))] end-3 z-10 flex items-start gap-3',
  'w-[min(26rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-3 raised-shadow',
  'motion-safe:slide-in [--slide:0_0.5rem] short:hidden in-data-beside-sheet:hidden print:hidden',
  'max-sm:data-under-toast:hidden',
].join(' ')

/**
 * The first hints, one in each visit, until each has been dismissed on this device. Before them,
 * each board that has no name yet offers to name it.
 */
export function HintCard() {
  const { workspaceId } = useSession()
  const hasToast = useToastStore((state) => state.toasts.length > 0)
  const isSelecting = useSelectionStore(({ cardIds }) => cardIds.size > 0)
  const isMoving = useIsBulkActionUnderWay()
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  const hints = useUnseenHints(workspaceId)
  const isQuiet = useHintsStore((state) => state.isQuiet)
  const [hint] = hints
  useDismissMoveHint(hint)
  if (!hint || isQuiet || isDragging) return null
  const dismiss = () => addSeenHints([hint.id])
  const name = () => {
    addSeenHints([hint.id])
    openDialog({ type: 'names' })
  }
  return (
    <aside
      aria-label={HINT}
      // On a phone, toasts are in the same place, and so are the controls of a selection.
      data-under-toast={hasToast || isSelecting || isMoving ? '' : undefined}
      className={CARD}
    >
      <Icon icon={Lightbulb} className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p>{hint.text}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {hint.id === nameHintId(workspaceId) ? (
            <>
              <Button onClick={name}>{NAME_THIS_BOARD}</Button>
              <Button kind="quiet" onClick={dismiss}>
                {NOT_NOW}
              </Button>
            </>
          ) : (
            <Button onClick={dismiss}>{GOT_IT}</Button>
          )}
        </div>
      </div>
      <Button
        kind="quiet"
        className="-mt-1.5 -me-1.5"
        aria-label={DISMISS_ALL_HINTS}
        onClick={() => addSeenHints([...hints.map(({ id }) => id), ANY_NAME])}
      >
        <Icon icon={X} className="size-4" />
      </Button>
    </aside>
  )
}

function useUnseenHints(workspaceId: string): Hint[] {
  const isTouch = useMediaQuery(COARSE_POINTER)
  const seen = useHintsStore((hints) => hints.seen)
  const hasName = nameIn(useNames().boardNames, workspaceId) !== undefined
  const texts = Object.entries(isTouch ? TOUCH_HINTS : HINTS)
  const { role } = useBoardAccess()
  const canMove = !canMoveNowhere(role, useBoardView()?.board.columns ?? [])
  const all: Hint[] = texts.map(([id, text]) => ({ id, text }))
  if (!hasName && !seen.includes(ANY_NAME))
    all.unshift({ id: nameHintId(workspaceId), text: nameHint(workspaceId) })
  return all.filter(({ id }) => !seen.includes(id) && (canMove || id !== MOVE_HINT))
}

const MOVE_HINT = 'move' satisfies keyof typeof HINTS

/** The id for the names of all boards. It is added when a person dismisses all hints. */
const ANY_NAME = 'name'

/** Dismisses the hint about moves when a person moves a card. */
function useDismissMoveHint(hint: Hint | undefined): void {
  const isMoving = (useBoardView()?.movingCardIds.size ?? 0) > 0
  const isMoveHint = hint?.id === MOVE_HINT
  useEffect(() => {
    if (isMoving && isMoveHint) addSeenHints([MOVE_HINT])
  }, [isMoving, isMoveHint])
}

function nameHintId(workspaceId: string): string {
  return `name ${workspaceId}`
}
