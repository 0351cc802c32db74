import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import type { Arrangement } from '#model/arrangement.ts'
import type { CardFilter } from '#model/card-filter.ts'
import { createStorageEntry, readStringRecord } from './storage.ts'
import { changeUrl } from './url.ts'
import { readUrl, writeUrl } from './url-state.ts'

/** A filter and an arrangement with a name, on this device. */
export interface SavedView {
  name: string
  /** The query of its link, without the board. */
  query: string
  /** Whether the board opens with it. */
  isDefault?: true
}

interface SavedViewsState {
  /** By workspaceId, in the order in which they were saved. */
  views: Readonly<Record<string, readonly SavedView[]>>
  /** By workspaceId, as the query of a link: how each board was arranged last. */
  arrangements: Readonly<Record<string, string>>
}

const views = createStorageEntry('trunkline.views', readViews)
const arrangements = createStorageEntry('trunkline.arrangements', readStringRecord)

export const useSavedViewsStore = create<SavedViewsState>(() => ({ views: {}, arrangements: {} }))

/** Loads what is stored, and takes over the changes of other tabs. */
export function loadSavedViews(): void {
  useSavedViewsStore.setState({ views: views.load(), arrangements: arrangements.load() })
  useSavedViewsStore.subscribe((state) => {
    views.save(state.views)
    arrangements.save(state.arrangements)
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === views.key) useSavedViewsStore.setState({ views: views.parse(newValue) })
    if (key !== arrangements.key) return
    useSavedViewsStore.setState({ arrangements: arrangements.parse(newValue) })
  })
}

/** What a board opens with if its link has no view: its default view, or its last arrangement. */
export function startView(workspaceId: string): CardFilter & Arrangement {
  const state = useSavedViewsStore.getState()
  const chosen = viewsOf(state.views, workspaceId).find(({ isDefault }) => isDefault)
  return viewIn(chosen?.query ?? arrangementOf(state, workspaceId))
}

/** The view in the query of a link. */
function viewIn(query: string): CardFilter & Arrangement {
  const { workspaceId, projectId, cardNumber, isWallDisplay, ...view } = readUrl(query)
  return view
}

function arrangementOf({ arrangements }: SavedViewsState, workspaceId: string): string {
  return Object.hasOwn(arrangements, workspaceId) ? (arrangements[workspaceId] ?? '') : ''
}

/** Of the board on the screen. */
export function rememberArrangement(workspaceId: string, arrangement: Arrangement): void {
  const query = writeUrl({ ...readUrl(''), ...arrangement })
  const state = useSavedViewsStore.getState()
  const { [workspaceId]: last = '', ...others } = state.arrangements
  if (query === last) return
  useSavedViewsStore.setState({
    arrangements: query ? { ...others, [workspaceId]: query } : others,
  })
}

/** Makes a view the one that its board opens with, or ends that. */
export function setDefaultView(workspaceId: string, name: string, isDefault: boolean): void {
  changeViews(workspaceId, (views) =>
    views.map(({ isDefault: _, ...view }) =>
      isDefault && view.name === name ? { ...view, isDefault: true } : view,
    ),
  )
}

const NONE: readonly SavedView[] = []

/** Ignores inherited properties: an id can be "constructor". */
function viewsOf(views: SavedViewsState['views'], workspaceId: string): readonly SavedView[] {
  return Object.hasOwn(views, workspaceId) ? (views[workspaceId] ?? NONE) : NONE
}

export function useSavedViews(workspaceId: string): readonly SavedView[] {
  return useSavedViewsStore(({ views }) => viewsOf(views, workspaceId))
}

export const MAX_VIEW_NAME_LENGTH = 60

/** Saves what the URL shows. A view with the same name is replaced. */
export function saveView(workspaceId: string, name: string): void {
  const view = { name: name.trim().slice(0, MAX_VIEW_NAME_LENGTH), query: currentQuery() }
  changeViews(workspaceId, (views) => {
    const index = views.findIndex((other) => other.name === view.name)
    return index < 0 ? [...views, view] : views.with(index, { ...views[index], ...view })
  })
}

export function deleteView(workspaceId: string, name: string): void {
  changeViews(workspaceId, (views) => views.filter((view) => view.name !== name))
}

/** The open board and card stay. Back leads to the view from before. */
export function openView({ query }: SavedView): void {
  changeUrl(viewIn(query), 'push')
}

/** Whether the screen shows this view. */
export function isCurrentView({ query }: SavedView): boolean {
  return query === currentQuery()
}

function currentQuery(): string {
  return writeUrl({ ...readUrl(''), ...viewIn(window.location.search) })
}

function changeViews(
  workspaceId: string,
  change: (views: readonly SavedView[]) => readonly SavedView[],
): void {
  const { views } = useSavedViewsStore.getState()
  const changed = change(viewsOf(views, workspaceId))
  useSavedViewsStore.setState({ views: { ...views, [workspaceId]: changed } })
}

/** Reads stored data of any shape. What isn't a view is dropped. */
function readViews(json: unknown): SavedViewsState['views'] {
  const entries = Object.entries(isObject(json) ? json : {})
  return Object.fromEntries(entries.map(([workspaceId, list]) => [workspaceId, readList(list)]))
}

function readList(list: unknown): SavedView[] {
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    if (!isObject(item)) return []
    const [name, query] = [own(item, 'name'), own(item, 'query')]
    if (typeof name !== 'string' || !name || typeof query !== 'string') return []
    return own(item, 'isDefault') === true ? [{ name, query, isDefault: true }] : [{ name, query }]
  })
}
