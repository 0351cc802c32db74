import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import { createStorageEntry } from './storage.ts'
import { changeUrl } from './url.ts'
import { readUrl, writeUrl } from './url-state.ts'

/** A filter and an arrangement with a name, on this device. */
export interface SavedView {
  name: string
  /** The query of its link, without the board. */
  query: string
}

interface SavedViewsState {
  /** By workspaceId, in the order in which they were saved. */
  views: Readonly<Record<string, readonly SavedView[]>>
}

const entry = createStorageEntry('trunkline.views', readViews)

export const useSavedViewsStore = create<SavedViewsState>(() => ({ views: {} }))

/** Loads the stored views, and takes over the changes of other tabs. */
export function loadSavedViews(): void {
  useSavedViewsStore.setState({ views: entry.load() })
  useSavedViewsStore.subscribe(({ views }) => entry.save(views))
  window.addEventListener('storage', (event) => {
    if (event.key !== entry.key) return
    useSavedViewsStore.setState({ views: entry.parse(event.newValue) })
  })
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
    return index < 0 ? [...views, view] : views.with(index, view)
  })
}

export function deleteView(workspaceId: string, name: string): void {
  changeViews(workspaceId, (views) => views.filter((view) => view.name !== name))
}

/** The open board and card stay. Back leads to the view from before. */
export function openView({ query }: SavedView): void {
  const { workspaceId, projectId, cardNumber, ...view } = readUrl(query)
  changeUrl(view, 'push')
}

/** Whether the screen shows this view. */
export function isCurrentView({ query }: SavedView): boolean {
  return query === currentQuery()
}

function currentQuery(): string {
  const board = { workspaceId: undefined, projectId: undefined, cardNumber: undefined }
  return writeUrl({ ...readUrl(), ...board })
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
    const [name, query] = isObject(item) ? [own(item, 'name'), own(item, 'query')] : []
    return typeof name === 'string' && name && typeof query === 'string' ? [{ name, query }] : []
  })
}
