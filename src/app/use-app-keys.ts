import { useEffect, useRef } from 'react'
import { useRefreshBoard } from '#queries/board.ts'
import type { BoardSession } from '#queries/session.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { announce, takeUndoOffer } from '#state/notice-store.ts'
import { undoLastMove } from '#state/undo-store.ts'

const NOWHERE: BoardSession = { keyId: '', workspaceId: '', projectId: undefined }

/** What keys of the app open. */
export interface AppKeyActions {
  onHelp: () => void
  onLabels: () => void
  onCommands: () => void
  onWorkspaces: () => void
}

/** Time from G to L, in milliseconds. */
const GO_WITHIN = 1_500

/** The keys that act anywhere: / to filter, R to refresh, W for workspaces, G then L for labels, Ctrl/⌘+Z to undo, ? for help. Never while text is typed or a dialog is open. */
export function useAppKeys(
  session: BoardSession | undefined,
  { onHelp, onLabels, onCommands, onWorkspaces }: AppKeyActions,
): void {
  const refresh = useRefreshBoard(session ?? NOWHERE)
  const wentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (isCommand(event, 'z') && !isElsewhere(event.target)) {
        event.preventDefault()
        if (takeUndoOffer()) return
        if (!undoLastMove(useBoardUiStore.getState().shown)) announce('There is no move to undo.')
        return
      }
      if (isCommand(event, 'k') && session && !(event.target instanceof Element && event.target.closest('dialog'))) {
        event.preventDefault()
        onCommands()
        return
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const key = event.key.toLowerCase()
      const follows = event.timeStamp - wentAt.current < GO_WITHIN
      if (key === 'g') wentAt.current = event.timeStamp
      else wentAt.current = Number.NEGATIVE_INFINITY
      if (event.key === '/') {
        event.preventDefault()
        focusFilter()
      } else if (event.key === '?') onHelp()
      else if (key === 'l' && follows && session) {
        // Heard before the board, where L alone means the labels of the card.
        event.stopPropagation()
        event.preventDefault()
        onLabels()
      } else if (key === 'r' && session) refresh()
      else if (key === 'w') {
        event.preventDefault()
        onWorkspaces()
      }
    }
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [refresh, session, onHelp, onLabels, onCommands, onWorkspaces])
}

/** Goes to the filter, with its text selected: what is typed next takes its place. */
export function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]')
  field?.focus()
  field?.select()
}

function isCommand(event: KeyboardEvent, key: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === key
}

/** Is text being typed, or is something open that has keys of its own? */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, dialog, [popover]') !== null
}

/** Letters act only while the page itself, its header's buttons or the board have the focus (WCAG 2.1.4). */
function isTaken(target: EventTarget | null): boolean {
  if (isElsewhere(target)) return true
  const isPage = target === document.body || (target instanceof HTMLElement && target.matches('[data-focus-home]'))
  return target instanceof HTMLElement && !isPage && !target.closest('.board, .app-header')
}
