import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { pressedKey } from '#hooks/pressed-key.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { findCard } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { cardKey } from '#model/board-ref.ts'
import { useSession } from '#queries/access/board-access.ts'
import { announce } from '#state/announcer.ts'
import { focusCard, openMenu } from '#state/board-ui-store.ts'
import { markChangeSeen } from '#state/card-status-store.ts'
import { copyCardLink } from '#state/copy-link.ts'
import { openDialog } from '#state/dialog-store.ts'
import { openCard } from '#state/navigation.ts'
import { setMoveMenuOpen, toggleSelected, useSelectionStore } from '#state/selection-store.ts'
import {
  type BoardElementRef,
  cardAt,
  cardIdAt,
  cardOnPage,
  isCardLink,
  ownCardId,
} from '../board-dom.ts'
import {
  changedCardAt,
  columnControlOnPage,
  filterAt,
  isActionsButton,
  isMirrored,
  isSelectionBox,
  linkOf,
} from '../board-marks.ts'
import type { Move } from '../change/use-move.ts'
import { extendSelection, hasSelection, tapSelects } from '../selection/select-cards.ts'
import { type CardCommand, commandForKey, isMoveKey, keyOf } from './card-commands.ts'
import { toggleFilter } from './toggle-filter.ts'
import { opensElsewhere } from './use-card-links.ts'

interface BoardEventOptions {
  board: Board
  arranged: ArrangedBoard
  move: Move
}

/** Keys, clicks, and hovering of all cards, handled once for the board. */
export function useBoardEvents(
  boardRef: BoardElementRef,
  { board, arranged, move }: BoardEventOptions,
): void {
  const { inOrder, lanes } = arranged
  const session = useSession()

  const open = (cardId: string, section?: 'labels') => {
    const card = findCard(board, cardId)?.card
    if (card) openCard(card, section)
  }
  const copyLink = (cardId: string) => {
    const number = findCard(board, cardId)?.card.number
    if (number !== undefined) copyCardLink(session, number)
  }
  // While cards are selected, the keys act on all of them.
  const editLabels = (cardId: string) =>
    hasSelection() ? openDialog({ type: 'bulk-label' }) : open(cardId, 'labels')
  const openMoveMenu = (cardId: string) =>
    hasSelection() ? setMoveMenuOpen(true) : openMenu({ type: 'move', cardId })
  const moveCards = (cardId: string, columnKey: string) => {
    const { cardIds } = useSelectionStore.getState()
    if (cardIds.size === 0) return move(cardId, columnKey, { isConfirmed: false })
    openDialog({ type: 'bulk-move', cardIds, columnKey })
  }
  const run = (command: CardCommand, cardId: string): void => {
    switch (command.type) {
      case 'focus':
        return focusCard(command.cardId)
      case 'open':
        return open(cardId)
      case 'edit-labels':
        return editLabels(cardId)
      case 'copy-link':
        return copyLink(cardId)
      case 'focus-column':
        return columnControlOnPage(command.columnKey, false)?.focus()
      case 'toggle-selection':
        return toggleSelected(cardId)
      case 'extend-selection':
        extendSelection(inOrder, command.cardId, cardId)
        return focusCard(command.cardId)
      case 'open-move-menu':
        return openMoveMenu(cardId)
      case 'move':
        return moveCards(cardId, command.columnKey)
      case 'announce':
        return announce(command.text)
    }
  }
  const handleKey = (event: KeyboardEvent, cardId: string) => {
    if (hasModifier(event) || !mayActOnKey(event, 'card')) return
    const key = keyOf(event, isMirrored(event.target))
    const shown = isMoveKey(key) ? { board } : { board: inOrder, lanes }
    const command = commandForKey(key, shown, cardId)
    if (!command) return
    event.preventDefault()
    run(command, cardId)
  }
  const handleClick = (event: MouseEvent) => {
    const cardId = cardIdAt(event.target)
    // The second click of a double click: what the first one did may have been above the card.
    if (event.detail > 1 || cardId === undefined || isSelectionBox(event.target)) return
    const isHandled =
      opensMenu(event, cardId) ||
      selects(event, inOrder, cardId) ||
      opensTab(event) ||
      filterBy(event.target, cardId)
    if (!isHandled) open(cardId)
  }
  const handleContextMenu = (event: MouseEvent) => {
    const cardId = cardIdAt(event.target)
    if (cardId === undefined || !opensCardMenu(event)) return
    event.preventDefault()
    // A long press begins a drag.
    if ('pointerType' in event && event.pointerType === 'touch') return
    const isMouse = event.button === RIGHT_BUTTON
    const point = isMouse ? { x: event.clientX, y: event.clientY } : undefined
    openMenu({ type: 'actions', cardId, point })
  }
  /** A person has seen a change once the pointer or the focus was on its card. */
  const handleLook = (event: Event) => {
    const changed = changedCardAt(event.target)
    if (changed) markChangeSeen(cardKey(session, changed.cardId), changed.changedAt)
  }
  useListeners(boardRef, {
    key: handleKey,
    click: handleClick,
    contextmenu: handleContextMenu,
    look: handleLook,
  })
}

// What a click on a card does, the first that applies. Each returns whether it did it.

function opensMenu({ target }: MouseEvent, cardId: string): boolean {
  const isOpened = isActionsButton(target)
  if (isOpened) openMenu({ type: 'actions', cardId })
  return isOpened
}

function selects(event: MouseEvent, visibleBoard: Board, cardId: string): boolean {
  if (event.shiftKey) {
    extendSelection(visibleBoard, cardId)
    // On the link in it, the keys of the card would do nothing.
    cardOnPage(cardId)?.focus({ preventScroll: true })
    return true
  }
  if (!tapSelects(event)) return false
  toggleSelected(cardId)
  return true
}

function opensTab(event: MouseEvent): boolean {
  const isElsewhere = opensElsewhere(event) || isMiddle(event)
  if (isElsewhere) openTab(event.target)
  return isElsewhere
}

/** False when the target filters by nothing. */
function filterBy(target: EventTarget | null, cardId: string): boolean {
  const choice = filterAt(target)
  if (choice === undefined) return false
  toggleFilter(choice)
  // The keys of a card would do nothing on a button in it.
  cardOnPage(cardId)?.focus({ preventScroll: true })
  return true
}

const MIDDLE_BUTTON = 1
const RIGHT_BUTTON = 2

function isMiddle({ button }: MouseEvent): boolean {
  return button === MIDDLE_BUTTON
}

/** Many keyboards type brackets with AltGr, which is Ctrl and Alt, or with Option. */
function hasModifier(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event
  if (isMoveKey(pressedKey(event))) return metaKey || (ctrlKey && !altKey)
  return ctrlKey || metaKey || altKey
}

/** The browser does it for a click on the link itself. */
function openTab(target: EventTarget | null): void {
  if (isCardLink(target)) return
  const card = cardAt(target)
  const link = card && linkOf(card)
  if (link?.href) window.open(link.href, '_blank', 'noopener')
}

interface Listeners {
  /** A key on a card. */
  key: (event: KeyboardEvent, cardId: string) => void
  click: (event: MouseEvent) => void
  contextmenu: (event: MouseEvent) => void
  look: (event: Event) => void
}

function useListeners(boardRef: BoardElementRef, listeners: Listeners): void {
  const handleKey = useEffectEvent((event: KeyboardEvent, cardId: string) =>
    listeners.key(event, cardId),
  )
  const handleClick = useEffectEvent((event: MouseEvent) => listeners.click(event))
  const handleContextMenu = useEffectEvent((event: MouseEvent) => listeners.contextmenu(event))
  const handleLook = useEffectEvent((event: Event) => listeners.look(event))
  useEffect(() => {
    const board = boardRef.current
    if (!board) return
    const watch = new AbortController()
    const options = { signal: watch.signal }
    const handleKeyDown = (event: KeyboardEvent) => {
      const cardId = ownCardId(event.target)
      if (cardId) handleKey(event, cardId)
    }
    board.addEventListener('keydown', handleKeyDown, options)
    board.addEventListener('click', (event) => handleClick(event), options)
    board.addEventListener('auxclick', (event) => isMiddle(event) && handleClick(event), options)
    board.addEventListener('contextmenu', (event) => handleContextMenu(event), options)
    // A focus that comes from nowhere returns to a card that moved: nobody has looked yet.
    board.addEventListener('focusin', (event) => event.relatedTarget && handleLook(event), options)
    board.addEventListener('mouseover', (event) => handleLook(event), options)
    return () => watch.abort()
  }, [boardRef, handleKey, handleClick, handleContextMenu, handleLook])
}

/** With Shift, or beside the cards, a right click opens the browser's own menu. */
function opensCardMenu({ target, shiftKey }: MouseEvent): boolean {
  return !shiftKey && cardAt(target) !== undefined
}
