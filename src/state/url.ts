import { useMemo, useSyncExternalStore } from 'react'
import type { CardFilter } from '#model/card-filter.ts'

/**
 * The state in the URL: a board, a project, an open card, and the filters; never a key. A board or
 * a project of null ("w=") means that a person has to choose: the Back button leads there, and no
 * default replaces it.
 */
export interface UrlState extends CardFilter {
  workspaceId: string | null | undefined
  projectId: string | null | undefined
  /** Number of the open card. */
  cardNumber: number | undefined
}

/** Reads the query of a URL. Values without a meaning are dropped. */
export function readUrl(search: string = window.location.search): UrlState {
  const query = new URLSearchParams(search)
  const card = query.get('card') ?? ''
  return {
    workspaceId: query.has('w') ? query.get('w') || null : undefined,
    projectId: query.has('p') ? query.get('p') || null : undefined,
    cardNumber: /^\d{1,15}$/.test(card) ? Number(card) : undefined,
    text: query.get('q') ?? '',
    blockedOnly: query.get('blocked') === '1',
    labelIds: query.getAll('label').filter(Boolean),
    priorities: query.getAll('priority').filter(Boolean),
  }
}

/** The query of a URL, empty without state. */
export function writeUrl(state: UrlState): string {
  const query = new URLSearchParams()
  if (state.workspaceId !== undefined) query.set('w', state.workspaceId ?? '')
  if (state.projectId !== undefined) query.set('p', state.projectId ?? '')
  if (state.cardNumber !== undefined) query.set('card', String(state.cardNumber))
  if (state.text) query.set('q', state.text)
  for (const labelId of state.labelIds) query.append('label', labelId)
  for (const priority of state.priorities) query.append('priority', priority)
  if (state.blockedOnly) query.set('blocked', '1')
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Marks history entries that this page pushed: the entry before them belongs to this page too. */
const PUSHED = { trunkline: 'pushed' }

const CHANGE_EVENT = 'trunkline:url'

/**
 * Changes the URL. `push` adds a history entry and `replace` doesn't. `return` also goes back one
 * entry if this page pushed it, so that Back doesn't reopen what a person just closed.
 */
export function changeUrl(change: Partial<UrlState>, how: 'push' | 'replace' | 'return'): void {
  const url = window.location.pathname + writeUrl({ ...readUrl(), ...change })
  if (how === 'push') window.history.pushState(PUSHED, '', url)
  else window.history.replaceState(window.history.state, '', url)
  window.dispatchEvent(new Event(CHANGE_EVENT))
  const wasPushed = window.history.state?.trunkline === PUSHED.trunkline
  if (how === 'return' && wasPushed) window.history.back()
}

export function useUrl(): UrlState {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  return useMemo(() => readUrl(search), [search])
}

/** The filter in the URL; the same object as long as the filter is the same. */
export function useUrlFilter(): CardFilter {
  const { workspaceId, projectId, cardNumber, ...filter } = useUrl()
  const key = JSON.stringify(filter)
  return useMemo<typeof filter>(() => JSON.parse(key), [key])
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
