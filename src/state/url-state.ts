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
