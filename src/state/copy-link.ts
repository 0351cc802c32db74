import {
  COPIED_BRANCH,
  COPIED_COMMANDS,
  COPIED_LINK,
  COPIED_NUMBER,
  couldNotCopy,
} from '#messages/interaction-messages.ts'
import { showToast } from './toast-store.ts'
import { cardQuery, type LinkedBoard, readUrl, viewQuery } from './url-state.ts'

export function cardLink(board: LinkedBoard, cardNumber: number): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}${cardQuery(board, cardNumber)}`
}

/** The filter and the arrangement of the screen, without the open card. */
export function copyViewLink({ workspaceId, projectId }: LinkedBoard): void {
  const view = { ...readUrl(window.location.search), cardNumber: undefined, isWallDisplay: false }
  const query = viewQuery({ ...view, workspaceId, projectId })
  void copy(`${window.location.origin}${window.location.pathname}${query}`, COPIED_LINK)
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

export function copyCommands(commands: string): void {
  void copy(commands, COPIED_COMMANDS)
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
