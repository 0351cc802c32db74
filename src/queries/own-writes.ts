import { instant } from '#client/instant.ts'
import { noteKey } from '#state/notice-store.ts'
import type { Session } from './session.ts'

const touched = new Map<string, number>()

/** Notes that this page is changing a card, or has just got an answer for it: what the next read shows is our own doing. */
export function touchCard(session: Session, cardId: string): void {
  touched.set(noteKey(session, cardId), instant())
}

/** Has this page changed a card since that moment? */
export function touchedSince(session: Session, cardId: string, since: number): boolean {
  return (touched.get(noteKey(session, cardId)) ?? Number.NEGATIVE_INFINITY) >= since
}
