import { useMemo, useSyncExternalStore } from 'react'
import { type Arrangement, arrangementKey } from '#model/arrangement.ts'
import { type CardFilter, filterKey, isEmptyFilter } from '#model/card-filter.ts'
import { namesPlainView, readUrl, type UrlState, viewQuery, writeUrl } from './url-state.ts'

/** Marks history entries that this page pushed: the entry before them belongs to this page too. */
const PUSHED = { trunkline: 'pushed' }
/** The first filter: another one in its place isn't pushed again. */
const PUSHED_FILTER = { ...PUSHED, isFilter: true }

/** For changes by this page, which the browser doesn't report. */
const CHANGE_EVENT = 'trunkline:url'

/**
 * Changes the URL. `push` adds a history entry and `replace` doesn't. `filter` adds one when no
 * card was filtered out before, and none is open, so that Back leads to all cards.
 * `return` also goes back one entry if this page pushed it, so that Back doesn't reopen what a
 * person just closed. See .github/decisions/0003-url-and-dialogs-are-state.md.
 */
export function changeUrl(
  change: Partial<UrlState>,
  how: 'push' | 'filter' | 'replace' | 'return',
): void {
  const before = readUrl()
  const after = { ...before, ...change }
  const isSameBoard = before.workspaceId === after.workspaceId
  const keepsView = isSameBoard && namesPlainView(window.location.search)
  const url = window.location.pathname + (keepsView ? viewQuery(after) : writeUrl(after))
  if (how === 'push') window.history.pushState(PUSHED, '', url)
  else if (how === 'filter' && isFirstFilter(before, after)) {
    window.history.pushState(PUSHED_FILTER, '', url)
  } else window.history.replaceState(window.history.state, '', url)
  window.dispatchEvent(new Event(CHANGE_EVENT))
  const wasPushed = window.history.state?.trunkline === PUSHED.trunkline
  if (how === 'return' && wasPushed) returnTo(url)
}

/** With an open card, whose entry Close takes back, no other entry may come in between. */
function isFirstFilter(before: UrlState, after: UrlState): boolean {
  const isInItsPlace = window.history.state?.isFilter === true || before.cardNumber !== undefined
  return isEmptyFilter(before) && !isEmptyFilter(after) && !isInItsPlace
}

/** Goes back one entry, which keeps what has changed since it was left, such as the filter. */
function returnTo(url: string): void {
  const keepChanges = () => {
    if (window.location.pathname + window.location.search === url) return
    window.history.replaceState(window.history.state, '', url)
    window.dispatchEvent(new Event(CHANGE_EVENT))
  }
  window.addEventListener('popstate', keepChanges, { once: true })
  window.history.back()
}

export function useUrl(): UrlState {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  return useMemo(() => readUrl(search), [search])
}

/** The filter in the URL; the same object as long as the filter is the same. */
export function useUrlFilter(): CardFilter {
  const key = filterKey(useUrl())
  return useMemo<CardFilter>(() => JSON.parse(key), [key])
}

/** The arrangement in the URL; the same object as long as it is the same. */
export function useUrlArrangement(): Arrangement {
  const { isWallDisplay, ...url } = useUrl()
  // A wall display has no list.
  const key = arrangementKey(isWallDisplay ? { ...url, layout: 'board' } : url)
  return useMemo<Arrangement>(() => JSON.parse(key), [key])
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  window.addEventListener(CHANGE_EVENT, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(CHANGE_EVENT, onChange)
  }
}

/** Leaves the board and everything else in the URL. */
export function clearUrl(): void {
  window.history.pushState(null, '', window.location.pathname)
  window.dispatchEvent(new Event(CHANGE_EVENT))
}
