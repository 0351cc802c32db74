import type { BoardSession } from '#model/board-ref.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { COPIED_LINK, COPIED_NUMBER, couldNotCopy } from '#model/messages/card-messages.ts'
import { showToast } from './toast-store.ts'
import { writeUrl } from './url-state.ts'

type LinkedBoard = Pick<BoardSession, 'workspaceId' | 'projectId'>

/** The query of a card's link: its board and its number, without the filter. */
export function cardQuery(board: LinkedBoard, cardNumber: number): string {
  const { workspaceId, projectId } = board
  return writeUrl({ ...EMPTY_FILTER, workspaceId, projectId, cardNumber })
}

export function copyCardLink(board: LinkedBoard, cardNumber: number): void {
  const { origin, pathname } = window.location
  void copy(`${origin}${pathname}${cardQuery(board, cardNumber)}`, COPIED_LINK)
}

export function copyCardNumber(cardNumber: number): void {
  void copy(`#${cardNumber}`, COPIED_NUMBER)
}

/** A browser refuses it on a page without TLS, for example. */
async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(message, 'success')
  } catch {
    showToast(couldNotCopy(text), 'info', { isTimed: false })
  }
}
