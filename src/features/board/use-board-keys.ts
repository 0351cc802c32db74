import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { Board } from '#contract/board.ts'
import type { BoardSession } from '#queries/session.ts'
import { focusCard, type OpenCard, openMenu } from '#state/board-ui-store.ts'
import { announce, noteKey } from '#state/notice-store.ts'
import { markSeen } from '#state/seen-store.ts'
import { type CardCommand, commandForKey } from './keyboard.ts'
import type { Move } from './use-move.ts'

interface BoardKeysOptions {
  session: BoardSession
  /** What is drawn: arrows go along it. */
  board: Board
  /** The whole flow: moves go along it. */
  all: Board
  move: Move
  onOpenCard: OpenCard
}

/** Keys and clicks of all cards, heard once at the board. */
export function useBoardKeys({ session, board, all, move, onOpenCard }: BoardKeysOptions) {
  const run = (command: CardCommand, cardId: string) => {
    switch (command.do) {
      case 'focus':
        return focusCard(command.cardId)
      case 'open':
        return onOpenCard(cardId)
      case 'labels':
        return onOpenCard(cardId, 'labels')
      case 'menu':
        return openMenu({ kind: command.kind, cardId })
      case 'move':
        return move(cardId, command.toKey, { unseen: true })
      case 'say':
        return announce(command.text)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const { cardId } = event.target.dataset
    if (!cardId) return
    const command = commandForKey(event.key, event.key === ']' || event.key === '[' ? all : board, cardId)
    if (!command) return
    event.preventDefault()
    run(command, cardId)
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const card = event.target.closest<HTMLElement>('[data-card-id]')
    const cardId = card?.dataset.cardId
    if (!cardId) return
    if (event.target.closest('.card-actions')) openMenu({ kind: 'actions', cardId })
    else onOpenCard(cardId)
  }
  /** A change on a card is seen once the pointer or the focus has been on it. */
  const onLook = (event: MouseEvent | FocusEvent) => {
    if (!(event.target instanceof Element)) return
    const { cardId, changed } = event.target.closest<HTMLElement>('[data-changed]')?.dataset ?? {}
    if (cardId && changed) markSeen(noteKey(session, cardId), Number(changed))
  }
  return { onKeyDown, onClick, onLook }
}
