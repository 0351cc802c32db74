import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { nextVisit, type PresenceFacts, type Visit } from '#model/visit.ts'
import { createStorageEntry } from './storage.ts'

/** By `visitKey`. */
type Visits = Readonly<Record<string, Visit>>

const entry = createStorageEntry('trunkline.visits', readVisits)

/** The person's visits to boards, on this device. */
export const useVisitsStore = create<{ visits: Visits }>(() => ({ visits: {} }))

/** Loads what is stored, and takes over the changes of other tabs. */
export function loadVisits(): void {
  useVisitsStore.setState({ visits: entry.load() })
  useVisitsStore.subscribe(({ visits }) => entry.save(visits))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === entry.key) useVisitsStore.setState({ visits: entry.parse(newValue) })
  })
}

/** Keys with access to a board share its visits. */
function visitKey({ workspaceId, projectId = '' }: BoardSession): string {
  return JSON.stringify([workspaceId, projectId])
}

export function useVisit(session: BoardSession): Visit | undefined {
  const key = visitKey(session)
  return useVisitsStore(({ visits }) => (Object.hasOwn(visits, key) ? visits[key] : undefined))
}

const MAX_VISITS = 100

export function recordPresence(session: BoardSession, presence: Omit<PresenceFacts, 'now'>): void {
  const { visits } = useVisitsStore.getState()
  const key = visitKey(session)
  const { [key]: visit, ...others } = visits
  const latest = Object.entries(others).slice(-(MAX_VISITS - 1))
  const next = nextVisit(visit, { ...presence, now: Date.now() })
  useVisitsStore.setState({ visits: { ...Object.fromEntries(latest), [key]: next } })
}

/** The person has looked at what happened since the last visit. */
export function markVisitRead(session: BoardSession): void {
  const { visits } = useVisitsStore.getState()
  const key = visitKey(session)
  const visit = Object.hasOwn(visits, key) ? visits[key] : undefined
  if (!visit || visit.isRead) return
  useVisitsStore.setState({ visits: { ...visits, [key]: { ...visit, isRead: true } } })
}

/** Reads stored data of any shape. What can't be read is dropped. */
function readVisits(json: unknown): Visits {
  const visits = Object.entries(isObject(json) ? json : {}).flatMap(([key, value]) => {
    const visit = readVisit(value)
    return visit ? [[key, visit] as const] : []
  })
  return Object.fromEntries(visits)
}

function readVisit(json: unknown): Visit | undefined {
  if (!isObject(json)) return undefined
  const [before, newestAtStart, lastSeen] = ['lastSeenBefore', 'newestAtStart', 'lastSeen'].map(
    (name) => {
      const id = own(json, name)
      return typeof id === 'string' ? id : undefined
    },
  )
  const at = own(json, 'at')
  if (newestAtStart === undefined || lastSeen === undefined || typeof at !== 'number') {
    return undefined
  }
  const isRead = own(json, 'isRead') === true
  return { lastSeenBefore: before, newestAtStart, lastSeen, at, isRead }
}
