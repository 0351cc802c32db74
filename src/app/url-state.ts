import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** What the address names (product.md, URL): a board, a project, an open card and the filters; never a key. */
export interface UrlState {
  workspaceId: string | undefined
  projectId: string | undefined
  /** Number of the open card. */
  cardNumber: number | undefined
  text: string
  blockedOnly: boolean
}

/** Reads an address's query. Values that cannot be meant are dropped. */
export function readUrl(search: string): UrlState {
  const query = new URLSearchParams(search)
  const card = query.get('card') ?? ''
  return {
    workspaceId: query.get('w') || undefined,
    projectId: query.get('p') || undefined,
    cardNumber: /^\d{1,15}$/.test(card) ? Number(card) : undefined,
    text: query.get('q') ?? '',
    blockedOnly: query.get('blocked') === '1',
  }
}

/** The query of an address; empty when it names nothing. */
export function writeUrl(state: UrlState): string {
  const query = new URLSearchParams()
  if (state.workspaceId) query.set('w', state.workspaceId)
  if (state.projectId) query.set('p', state.projectId)
  if (state.cardNumber !== undefined) query.set('card', String(state.cardNumber))
  if (state.text) query.set('q', state.text)
  if (state.blockedOnly) query.set('blocked', '1')
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Changes the address: `push` makes a step that Back undoes, `replace` does not. */
export type ChangeUrl = (change: Partial<UrlState>, how: 'push' | 'replace') => void

const CHANGED = 'trunkline:url'

/** The address as state, and how to change it. */
export function useUrlState(): [UrlState, ChangeUrl] {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  const state = useMemo(() => readUrl(search), [search])
  const change = useCallback<ChangeUrl>((part, how) => {
    const next = window.location.pathname + writeUrl({ ...readUrl(window.location.search), ...part })
    if (how === 'push') window.history.pushState(null, '', next)
    else window.history.replaceState(null, '', next)
    window.dispatchEvent(new Event(CHANGED))
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
