import { create } from 'zustand'

/** How a notice looks; `bad` ones stay until they are dismissed. */
export type NoticeTone = 'good' | 'bad' | 'neutral'

/** The one notice on the screen. */
export interface Notice {
  id: number
  text: string
  tone: NoticeTone
}

/** What became of the last move of a card, when it did not arrive. */
export interface CardNote {
  outcome: 'refused' | 'not-allowed' | 'unknown'
  sentence: string
}

interface NoticeState {
  notice: Notice | null
  /** The newest words for screen readers; `turn` alternates between the two status nodes. */
  spoken: { text: string; turn: 0 | 1 }
  /** By card id. */
  cardNotes: Readonly<Record<string, CardNote>>
}

/** What is said to the person: seen, heard, or on the card. */
export const useNoticeStore = create<NoticeState>(() => ({
  notice: null,
  spoken: { text: '', turn: 0 },
  cardNotes: {},
}))

let lastId = 0

/** Says a sentence to screen readers only. */
export function announce(text: string): void {
  useNoticeStore.setState(({ spoken }) => ({ spoken: { text, turn: spoken.turn === 0 ? 1 : 0 } }))
}

/** Says a sentence to everybody: shown as the one notice, and announced. */
export function say(text: string, tone: NoticeTone): void {
  lastId += 1
  useNoticeStore.setState({ notice: { id: lastId, text, tone } })
  announce(text)
}

/** Takes the notice away, if it still is the one meant. */
export function dismissNotice(id: number): void {
  if (useNoticeStore.getState().notice?.id === id) useNoticeStore.setState({ notice: null })
}

/** Puts a note on a card, or takes it off. */
export function noteOnCard(cardId: string, note: CardNote | null): void {
  const { [cardId]: _, ...others } = useNoticeStore.getState().cardNotes
  useNoticeStore.setState({ cardNotes: note ? { ...others, [cardId]: note } : others })
}

/** Forgets everything said, for another board. */
export function resetNotices(): void {
  useNoticeStore.setState({ notice: null, cardNotes: {} })
}
