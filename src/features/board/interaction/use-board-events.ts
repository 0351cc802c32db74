import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import { useSession } from '#queries/session.ts'
import { announce } from '#state/announcer.ts'
import { focusCard, openMenu } from '#state/board-ui-store.ts'
import { openCard } from '#state/open-card.ts'
import { markChangeSeen } from '#state/seen-changes-store.ts'
import { type CardCommand, commandForKey, isMoveKey } from './card-commands.ts'
import type { EarlyEvents } from './use-early-events.ts'
import type { Move } from './use-move.ts'

interface BoardEventOptions {
  board: Board
  visibleBoard: Board
  move: Move
  early: EarlyEvents
}

type BoardRef = RefObject<HTMLElement | null>

/** Keys, clicks, and hovering of all cards, handled once for the board. */
export function useBoardEvents(
  boardRef: BoardRef,
  { board, visibleBoard, move, early }: BoardEventOptions,
): void {
  const session = useSession()

  const open = (cardId: string, section?: 'labels') => {
    const card = findCard(board, cardId)?.card
    if (card) openCard(card, section)
  }
  const run = (command: CardCommand, cardId: string): void => {
    switch (command.type) {
      case 'focus':
        return focusCard(command.cardId)
      case 'open':
        return open(cardId)
      case 'edit-labels':
        return open(cardId, 'labels')
      case 'open-move-menu':
        return openMenu({ type: 'move', cardId })
      case 'move':
        return move(cardId, command.columnKey, { isConfirmed: false })
      case 'announce':
        return announce(command.text)
    }
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLElement)) return
    const { cardId } = event.target.dataset
    if (!cardId) return
    const command = commandForKey(event.key, isMoveKey(event.key) ? board : visibleBoard, cardId)
    if (!command) return
    event.preventDefault()
    run(command, cardId)
  }
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const cardId = event.target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId
    if (!cardId) return
    if (event.target.closest('[data-card-actions]')) openMenu({ type: 'actions', cardId })
    else open(cardId)
  }
  /** A person has seen a change once the pointer or the focus was on its card. */
  const handleLook = (event: Event) => {
    if (!(event.target instanceof Element)) return
    const changed = event.target.closest<HTMLElement>('[data-changed]')?.dataset
    if (!changed?.cardId) return
    markChangeSeen(cardKey(session, changed.cardId), Number(changed.changed))
  }
  useListeners(boardRef, early, { keydown: handleKeyDown, click: handleClick, look: handleLook })
}

interface Listeners {
  keydown: (event: KeyboardEvent) => void
  click: (event: MouseEvent) => void
  look: (event: Event) => void
}

function useListeners(boardRef: BoardRef, early: EarlyEvents, listeners: Listeners): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => listeners.keydown(event))
  const handleClick = useEffectEvent((event: MouseEvent) => listeners.click(event))
  const handleLook = useEffectEvent((event: Event) => listeners.look(event))
  useEffect(() => {
    const board = boardRef.current
    if (!board) return
    const watch = new AbortController()
    const options = { signal: watch.signal }
    board.addEventListener('keydown', (event) => handleKeyDown(event), options)
    board.addEventListener('click', (event) => handleClick(event), options)
    board.addEventListener('focusin', (event) => handleLook(event), options)
    board.addEventListener('mouseover', (event) => handleLook(event), options)
    for (const event of early.takeAll()) {
      if (event instanceof KeyboardEvent) handleKeyDown(event)
      else handleClick(event)
    }
    return () => watch.abort()
  }, [boardRef, early])
}
