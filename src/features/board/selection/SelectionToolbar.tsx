import { X } from 'lucide'
import { useCallback, useEffect, useMemo } from 'react'
import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { isComposing } from '#hooks/is-composing.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { run, useHotkeys } from '#hooks/use-hotkeys.ts'
import { COARSE_POINTER, useMediaQuery } from '#hooks/use-media-query.ts'
import { useOnline } from '#hooks/use-online.ts'
import * as bulkMessages from '#messages/bulk-messages.ts'
import { MOVE_TO } from '#messages/common-messages.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import { LABELS } from '#messages/list-messages.ts'
import { MENU_PART } from '#messages/part-messages.ts'
import * as messages from '#messages/selection-messages.ts'
import type { BulkMovePlan } from '#model/bulk-move.ts'
import { useBoardView, useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import { useBulkMoves } from '#queries/changes/use-bulk-moves.ts'
import { announce } from '#state/announcer.ts'
import { focusCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { isBulkActionUnderWay, useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import {
  clearSelection,
  keepSelected,
  setDropped,
  setMoveMenuOpen,
  useSelectionStore,
} from '#state/selection-store.ts'
import { showToast } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'
import { watchBack } from '#ui/watch-back.ts'
import { cardIdAt } from '../board-dom.ts'
import { isInSelectionToolbar } from '../board-marks.ts'
import { returnToCard } from '../focus/show-card.ts'
import { BOTTOM_BAR } from './BottomBars.tsx'
import { hasSelection } from './select-cards.ts'

/** What announcements are about: with keys, cards are selected faster than a number is spoken. */
const SELECTION = 'selection'

/** How many cards are selected, and what can be done with all of them. */
export function SelectionToolbar() {
  const cardIds = useSelectionStore((state) => state.cardIds)
  useKeepOnBoard()
  return cardIds.size > 0 && <Toolbar cardIds={cardIds} />
}

/** Cards that have left the board aren't selected any more. */
function useKeepOnBoard(): void {
  const board = useBoardView()?.board
  useEffect(() => {
    if (!board || !hasSelection()) return
    const ids = new Set(board.columns.flatMap(({ cards }) => cards.map(({ id }) => id)))
    keepSelected((cardId) => ids.has(cardId))
  }, [board])
}

function Toolbar({ cardIds }: { cardIds: ReadonlySet<string> }) {
  const text = messages.selectedCards(cardIds.size, useHiddenCount(cardIds))
  const isOnline = useOnline()
  useEffect(() => announce(text, SELECTION), [text])
  useEffect(() => announceCleared, [])
  useKeys()
  useClearByEscape()
  useClearByBack()
  useDroppedCards()
  return (
    <div role="toolbar" aria-label={messages.SELECTION} className={BOTTOM_BAR}>
      <span className="px-1.5 text-ink-soft">{text}</span>
      <MoveTrigger cardIds={cardIds} disabledReason={isOnline ? undefined : OFFLINE_REASON} />
      <Button kind="quiet" aria-keyshortcuts="L" onClick={() => openDialog({ type: 'bulk-label' })}>
        {LABELS}
      </Button>
      <Button kind="quiet" aria-keyshortcuts="Escape" onClick={clearFromToolbar}>
        <Icon icon={X} className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">{messages.CLEAR_SELECTION}</span>
      </Button>
    </div>
  )
}

/** The toolbar goes away with the selection. */
function clearFromToolbar(): void {
  clearSelection()
  returnToCard()
}

/** Unless what happens to the cards is announced. */
function announceCleared(): void {
  if (!isBulkActionUnderWay()) announce(messages.SELECTION_CLEARED, SELECTION)
}

function useHiddenCount(cardIds: ReadonlySet<string>): number {
  const visible = useVisibleBoard()
  return useMemo(() => {
    const cards = visible?.columns.flatMap((column) => column.cards) ?? []
    return cardIds.size - cards.filter(({ id }) => cardIds.has(id)).length
  }, [visible, cardIds])
}

/** As on a card, wherever else on the page the focus is. */
function useKeys(): void {
  const onSelection = (event: KeyboardEvent, act: () => void) => {
    const isPanelOpen = useBoardUiStore.getState().markedCard !== null
    const isFree = !isPanelOpen && cardIdAt(event.target) === undefined
    return isFree && mayActOnKey(event, 'page') && run(act)
  }
  useHotkeys({
    m: (event) => onSelection(event, () => setMoveMenuOpen(true)),
    l: (event) => onSelection(event, () => openDialog({ type: 'bulk-label' })),
  })
}

/** With keys, Back is Escape, which comes to other things first. */
function useClearByBack(): void {
  const isTouch = useMediaQuery(COARSE_POINTER)
  useEffect(() => (isTouch ? watchBack(clearSelection) : undefined), [isTouch])
}

/** The open panel of a card comes first: Escape closes it. */
function useClearByEscape(): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isFree = useBoardUiStore.getState().markedCard === null
    const isEscape = event.key === 'Escape' && !isComposing(event)
    if (!isEscape || event.defaultPrevented || !isFree) return
    if (isInSelectionToolbar(event.target)) clearFromToolbar()
    else if (mayActOnKey(event, 'page')) clearSelection()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [handleKey])
}

/** The board only says where the selection was dropped: what moves many cards loads with this. */
function useDroppedCards(): void {
  const dropped = useSelectionStore((state) => state.dropped)
  const moveTogether = useMoveTogether()
  useEffect(() => {
    if (!dropped) return
    setDropped(null)
    moveTogether(dropped.cardIds, dropped.columnKey, () =>
      focusCard(dropped.cardId, { keepsScroll: true }),
    )
  }, [dropped, moveTogether])
}

/** What leaves cards out or changes branches is shown before anything is sent. */
function useMoveTogether() {
  const { plan, run } = useBulkMoves()
  return useCallback(
    (cardIds: ReadonlySet<string>, columnKey: string, takeFocus: () => void) => {
      if (isBulkActionUnderWay()) return void showToast(bulkMessages.BULK_ACTION_UNDER_WAY, 'info')
      const planned = plan(cardIds, columnKey)
      const hasQuestion = planned && (planned.stopped.length > 0 || planned.stagesLeft.length > 0)
      if (planned?.leftOut.length !== 0 || hasQuestion) {
        return openDialog({ type: 'bulk-move', cardIds, columnKey })
      }
      run(planned)
      clearSelection()
      takeFocus()
    },
    [plan, run],
  )
}

interface MoveTriggerProps {
  cardIds: ReadonlySet<string>
  disabledReason: string | undefined
}

function MoveTrigger({ cardIds, disabledReason }: MoveTriggerProps) {
  const isOpen = useSelectionStore((state) => state.isMoveMenuOpen)
  return (
    <MenuTrigger
      isOpen={isOpen}
      onOpenChange={setMoveMenuOpen}
      aria-keyshortcuts="M"
      subject={MENU_PART}
      menu={(place) => <MoveMenu {...place} cardIds={cardIds} disabledReason={disabledReason} />}
    >
      {MOVE_TO}
    </MenuTrigger>
  )
}

interface MoveMenuProps extends MoveTriggerProps {
  anchor: () => Element | null
  onClose: () => void
}

/** Every column, with how many of the cards can't move there. */
function MoveMenu({ cardIds, disabledReason, anchor, onClose }: MoveMenuProps) {
  const board = useBoardView()?.board
  const bulkMoves = useBulkMoves()
  const moveTogether = useMoveTogether()
  const busyReason = useIsBulkActionUnderWay() ? bulkMessages.BULK_ACTION_UNDER_WAY : undefined
  const items = (board?.columns ?? []).flatMap(({ key }): MenuItem[] => {
    const plan = bulkMoves.plan(cardIds, key)
    if (!plan) return []
    const stayCount = plan.leftOut.length + plan.stopped.length
    return [
      {
        id: key,
        label: plan.toName ?? '',
        disabledReason: disabledReason ?? busyReason ?? reasonAgainst(plan),
        detail: stayCount > 0 ? bulkMessages.cardsThatCannotMove(stayCount) : undefined,
        onSelect: () => {
          onClose()
          moveTogether(cardIds, key, returnToCard)
        },
      },
    ]
  })
  return (
    <Menu
      label={bulkMessages.bulkMoveTitle(cardIds.size, '…')}
      items={items}
      // As the menu of one card does.
      initialItemId={items.find((item) => item.disabledReason === undefined)?.id}
      anchor={anchor}
      onClose={onClose}
    />
  )
}

/** Why none of the cards can move; the first reason stands for all when they differ. */
function reasonAgainst({ moves, stopped, leftOut }: BulkMovePlan): string | undefined {
  return moves.length + stopped.length === 0 ? leftOut[0]?.reason : undefined
}
