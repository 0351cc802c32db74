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

/** What is known when a person is at a board. */
export interface PresenceFacts {
  newestId: string
  /** In milliseconds since the epoch. */
  now: number
  /** Whether the page was just loaded: nobody has seen what has happened since the last record. */
  isFresh: boolean
  /** Whether somebody else has done something after the activity with this id. */
  isNewsAfter: (id: string | undefined) => boolean
}

/**
 * The visit of a person who is there now. What they haven't looked at stays new from visit to visit.
 */
export function nextVisit(visit: Visit | undefined, presence: PresenceFacts): Visit {
  const { newestId, now, isFresh, isNewsAfter } = presence
  if (!visit) {
    const ids = { newestAtStart: newestId, lastSeen: newestId }
    return { lastSeenBefore: undefined, ...ids, at: now, isRead: true }
  }
  const { lastSeen, isRead } = visit
  const hasMissed = isFresh && isNewsAfter(lastSeen)
  if (!hasMissed && !hasVisitEnded(visit.at, now)) {
    return { ...visit, lastSeen: newestId, at: now }
  }
  const lastSeenBefore = isRead ? lastSeen : visit.lastSeenBefore
  const ids = { lastSeenBefore, newestAtStart: newestId, lastSeen: newestId }
  return { ...ids, at: now, isRead: !isNewsAfter(lastSeenBefore) }
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
