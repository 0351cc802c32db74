import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type CardFilter, NO_FILTER } from '#model/card-filter.ts'

/**
 * What the address names (product.md, URL): a board, a project, an open card and the filters; never a key. A board or
 * project of null ("w=") is a place of its own, where one is asked for: Back leads to it, and memory does not fill it.
 */
export interface UrlState {
  workspaceId: string | null | undefined
  projectId: string | null | undefined
  /** Number of the open card. */
  cardNumber: number | undefined
  text: string
  blockedOnly: boolean
  labelIds: readonly string[]
  priorities: readonly string[]
}

/** An address without filters. */
export const NO_FILTERS: CardFilter = NO_FILTER

/** Reads an address's query. Values that cannot be meant are dropped. */
export function readUrl(search: string): UrlState {
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

/** The query of an address; empty when it names nothing. */
export function writeUrl(state: UrlState): string {
  const query = new URLSearchParams()
  if (state.workspaceId !== undefined) query.set('w', state.workspaceId ?? '')
  if (state.projectId !== undefined) query.set('p', state.projectId ?? '')
  if (state.cardNumber !== undefined) query.set('card', String(state.cardNumber))
  if (state.text) query.set('q', state.text)
  for (const id of state.labelIds) query.append('label', id)
  for (const one of state.priorities) query.append('priority', one)
  if (state.blockedOnly) query.set('blocked', '1')
  const text = query.toString()
  return text ? `?${text}` : ''
}

/**
 * Changes the address: `push` makes a step that Back undoes, `replace` does not, and `return` takes back the step that
 * led here, so that Back does not open again what was just closed.
 */
export type ChangeUrl = (change: Partial<UrlState>, how: 'push' | 'replace' | 'return') => void

/** Marks the entries of the history that a push of this page made: the entry before them is this page's too. */
const PUSHED = { trunkline: 'pushed' }

const CHANGED = 'trunkline:url'

/** The address as state, and how to change it. */
export function useUrlState(): [UrlState, ChangeUrl] {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  const state = useMemo(() => readUrl(search), [search])
  const change = useCallback<ChangeUrl>((part, how) => {
    const next = window.location.pathname + writeUrl({ ...readUrl(window.location.search), ...part })
    if (how === 'push') window.history.pushState(PUSHED, '', next)
    else window.history.replaceState(window.history.state, '', next)
    window.dispatchEvent(new Event(CHANGED))
    if (how === 'return' && window.history.state?.trunkline === PUSHED.trunkline) window.history.back()
  }, [])
  return [state, change]
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}
