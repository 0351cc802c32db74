/** When a person was at a board, by what had happened there. Ids are of activities; '' is none. */
export interface Visit {
  /** The newest one when the visit before ended; undefined during the first visit. */
  lastSeenBefore: string | undefined
  /** The newest one when this visit began. */
  newestAtStart: string
  /** The newest one that the person has been there for. */
  lastSeen: string
  /** When that was, in milliseconds since the epoch. */
  at: number
  /** Whether the person has looked at what happened in between. */
  isRead: boolean
}

const VISIT_ENDS_AFTER_MS = 30 * 60_000

/** Whether who was last there at `at`, and is now, begins another visit. In milliseconds. */
export function hasVisitEnded(at: number, now: number): boolean {
  return now - at >= VISIT_ENDS_AFTER_MS
}

/** The visit of a person who is there now. */
export function nextVisit(visit: Visit | undefined, newestId: string, now: number): Visit {
  if (!visit) {
    const ids = { newestAtStart: newestId, lastSeen: newestId }
    return { lastSeenBefore: undefined, ...ids, at: now, isRead: true }
  }
  if (!hasVisitEnded(visit.at, now)) return { ...visit, lastSeen: newestId, at: now }
  const { lastSeen } = visit
  const ids = { lastSeenBefore: lastSeen, newestAtStart: newestId, lastSeen: newestId }
  return { ...ids, at: now, isRead: lastSeen === newestId }
}

interface WithId {
  id: string
}

/** Those after the one with this id, of a list that has the newest first. */
export function itemsAfter<Item extends WithId>(items: readonly Item[], id: string): Item[] {
  const index = items.findIndex((item) => item.id === id)
  return index < 0 ? [...items] : items.slice(0, index)
}

/** Those that happened between the last visit and this one. */
export function itemsInBetween<Item extends WithId>(items: readonly Item[], visit: Visit): Item[] {
  const { lastSeenBefore, newestAtStart } = visit
  if (lastSeenBefore === undefined) return []
  const start = items.findIndex(({ id }) => id === newestAtStart)
  return itemsAfter(start < 0 ? items : items.slice(start), lastSeenBefore)
}
