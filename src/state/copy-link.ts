import {
  COPIED_BRANCH,
  COPIED_LINK,
  COPIED_NUMBER,
  couldNotCopy,
} from '#messages/interaction-messages.ts'
import { showToast } from './toast-store.ts'
import { cardQuery, type LinkedBoard } from './url-state.ts'

export function cardLink(board: LinkedBoard, cardNumber: number): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}${cardQuery(board, cardNumber)}`
}

export function copyCardLink(board: LinkedBoard, cardNumber: number): void {
  void copy(cardLink(board, cardNumber), COPIED_LINK)
}

export function copyCardNumber(cardNumber: number): void {
  void copy(`#${cardNumber}`, COPIED_NUMBER)
}

export function copyBranchName(name: string): void {
  void copy(name, COPIED_BRANCH)
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
