import { instant } from '#client/instant.ts'
import { noteKey } from '#state/notice-store.ts'
import type { Session } from './session.ts'

const touched = new Map<string, number>()

/** Notes that this page is changing a card, or has just got an answer for it: what the next read shows is our own doing. */
export function touchCard(session: Session, cardId: string): void {
  touched.set(noteKey(session, cardId), instant())
}

const held = new Map<string, number>()

/**
 * Notes that this page waits for what it asked of a card: until the returned function is called, what reads show is our
 * own doing, however late the service does it.
 */
export function holdCard(session: Session, cardId: string): () => void {
  const key = noteKey(session, cardId)
  held.set(key, (held.get(key) ?? 0) + 1)
  return () => {
    const others = (held.get(key) ?? 1) - 1
    if (others > 0) held.set(key, others)
    else held.delete(key)
  }
}

/** Has this page changed a card since that moment, or is it about to? */
export function touchedSince(session: Session, cardId: string, since: number): boolean {
  return (
    held.has(noteKey(session, cardId)) || (touched.get(noteKey(session, cardId)) ?? Number.NEGATIVE_INFINITY) >= since
  )
}
