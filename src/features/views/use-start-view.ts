import { useEffect, useRef } from 'react'
import { isDefaultArrangement } from '#model/arrangement.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { rememberArrangement, startView } from '#state/saved-views-store.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { readUrl, type UrlState } from '#state/url-state.ts'

/**
 * Shows the first board of the page in its default view, or as it was arranged last, if its link has
 * neither a view nor a card. From then on, it remembers how each board is arranged.
 */
export function useStartView(workspaceId: string | undefined): void {
  const arrangement = useUrlArrangement()
  const hasStarted = useRef(false)
  useEffect(() => {
    const url = readUrl()
    if (workspaceId === undefined || url.workspaceId !== workspaceId) return
    const isFirst = !hasStarted.current
    hasStarted.current = true
    if (isFirst && isBare(url)) changeUrl(startView(workspaceId), 'replace')
    else rememberArrangement(workspaceId, arrangement)
  }, [workspaceId, arrangement])
}

function isBare(url: UrlState): boolean {
  return url.cardNumber === undefined && isEmptyFilter(url) && isDefaultArrangement(url)
}
