import type { Card } from '#contract/card.ts'
import { type CardNote, noteKey, useNoticeStore } from './notice-store.ts'

/**
 * The note that belongs on a card now. A refusal whose reason the card itself shows needs none, and a card that stands
 * elsewhere has outlived its note.
 */
export function useCardNote(board: { keyId: string; workspaceId: string }, card: Card): CardNote | undefined {
  const note = useNoticeStore((state) => state.cardNotes[noteKey(board, card.id)])
  if (!note || note.statusId !== card.statusId) return undefined
  return note.outcome === 'refused' && card.blocked ? undefined : note
}
