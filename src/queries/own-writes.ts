import { instant } from '#client/instant.ts'
import { noteKey } from '#state/notice-store.ts'
import type { Session } from './session.ts'

const touched = new Map<string, number>()

/** Notes that this page is changing a card, or has just got an answer for it: what the next read shows is our own doing. */
export function touchCard(session: Session, cardId: string): void {
  touched.set(noteKey(session, cardId), instant())
}

const held = new Map<string, string[]>()

/**
 * Notes that this page has asked for a card to stand in a column: until the returned function is called, a read that
 * shows it there shows our own doing, however late the service does it.
 */
export function expectCard(session: Session, cardId: string, statusId: string): () => void {
  const key = noteKey(session, cardId)
  held.set(key, [...(held.get(key) ?? []), statusId])
  return () => {
    const others = (held.get(key) ?? []).toSpliced(held.get(key)?.indexOf(statusId) ?? 0, 1)
    if (others.length > 0) held.set(key, others)
    else held.delete(key)
  }
}

/** Has this page asked for the card to stand there, and waits for it still? */
export function isExpected(session: Session, cardId: string, statusId: string | undefined): boolean {
  return statusId !== undefined && (held.get(noteKey(session, cardId))?.includes(statusId) ?? false)
}

/** Has this page changed a card since that moment? */
export function touchedSince(session: Session, cardId: string, since: number): boolean {
  return (touched.get(noteKey(session, cardId)) ?? Number.NEGATIVE_INFINITY) >= since
}
