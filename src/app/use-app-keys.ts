import { useEffect } from 'react'
import { useRefreshBoard } from '#queries/board.ts'
import type { BoardSession } from '#queries/session.ts'

const NOWHERE: BoardSession = { keyId: '', workspaceId: '', projectId: undefined }

/** The keys that act anywhere: / to filter, R to refresh, ? for help. Never while text is typed or a dialog is open. */
export function useAppKeys(session: BoardSession | undefined, onHelp: () => void): void {
  const refresh = useRefreshBoard(session ?? NOWHERE)
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]')?.focus()
      } else if (event.key === '?') onHelp()
      else if ((event.key === 'r' || event.key === 'R') && session) refresh()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [refresh, session, onHelp])
}

/** Letters act only while the page itself or the board has the focus (WCAG 2.1.4). */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea, select, dialog, [popover]')) return true
  return target !== document.body && !target.closest('.board')
}
