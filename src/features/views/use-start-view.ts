import { useEffect, useRef, useState } from 'react'
import type { Arrangement } from '#model/arrangement.ts'
import { rememberArrangement, startView } from '#state/saved-views-store.ts'
import { changeUrl, useUrl, useUrlArrangement } from '#state/url.ts'
import { hasView, readUrl } from '#state/url-state.ts'

/**
 * Shows the first board of the page in its default view, or as it was arranged last, if its link
 * has neither a view nor a card. From then on, it remembers what a person changes about how a board
 * is arranged; what a link or a wall display brings along isn't remembered.
 */
export function useStartView(workspaceId: string | undefined): void {
  const arrangement = useUrlArrangement()
  const url = useUrl()
  const { isWallDisplay } = url
  // Before anything else writes it: what is the default is left out then.
  const [opened] = useState(window.location.search)
  const isInUrl = url.workspaceId === workspaceId
  const shown = useRef<{ workspaceId: string; arrangement: Arrangement }>(undefined)
  useEffect(() => {
    if (workspaceId === undefined || !isInUrl) return
    const before = shown.current
    shown.current = { workspaceId, arrangement }
    if (!before) {
      if ([opened, window.location.search].every(isBare)) {
        changeUrl(startView(workspaceId), 'replace')
      }
      return
    }
    const isChanged = before.arrangement !== arrangement && before.workspaceId === workspaceId
    if (isChanged && !isWallDisplay) rememberArrangement(workspaceId, arrangement)
  }, [workspaceId, isInUrl, isWallDisplay, arrangement, opened])
}

function isBare(search: string): boolean {
  return readUrl(search).cardNumber === undefined && !hasView(search)
}
