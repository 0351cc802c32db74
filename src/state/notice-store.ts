import { create } from 'zustand'

/** How a notice looks; `bad` ones stay until they are dismissed. */
export type NoticeTone = 'good' | 'bad' | 'neutral'

/** The one notice on the screen. */
export interface Notice {
  id: number
  text: string
  tone: NoticeTone
  action?: NoticeAction | undefined
  /** What it is about, by noteKey: later news of the same card takes its place, whatever its tone. */
  about?: string | undefined
}

/** What can be done about a notice, by a button in it. */
export interface NoticeAction {
  label: string
  run: () => void
  /** Set when it takes back what the notice tells: Ctrl/⌘+Z does it too. */
  undoes?: true
}

/** What became of the last move of a card, when it did not arrive. */
export interface CardNote {
  outcome: 'refused' | 'not-allowed' | 'unknown'
  /** Without the card's name: it stands on the card. */
  text: string
  /** Where the card stood when this was true; a card that stands elsewhere has outlived the note. */
  statusId: string
}

interface NoticeState {
  notice: Notice | null
  /** The newest words for screen readers; `turn` alternates between the two status nodes. */
  spoken: { text: string; turn: 0 | 1 }
  /** By noteKey. */
  cardNotes: Readonly<Record<string, CardNote>>
}

/** What is said to the person: seen, heard, or on the card. */
export const useNoticeStore = create<NoticeState>(() => ({
  notice: null,
  spoken: { text: '', turn: 0 },
  cardNotes: {},
}))

/** Time that one announcement is given before the next takes its place, in milliseconds. */
const TURN = 400

let lastId = 0
let speaking: ReturnType<typeof setTimeout> | undefined
const waiting: string[] = []

/** Says a sentence to screen readers only. Sentences that come together are said one after the other. */
export function announce(text: string): void {
  waiting.push(text)
  if (speaking === undefined) speakNext()
}

/** Says a sentence to everybody: shown as the one notice, and announced. Good news does not cover bad news. */
export function say(text: string, tone: NoticeTone, more: Pick<Notice, 'action' | 'about'> = {}): void {
  lastId += 1
  const id = lastId
  useNoticeStore.setState(({ notice }) => {
    const isSameCard = notice?.about !== undefined && notice.about === more.about
    return notice?.tone === 'bad' && tone !== 'bad' && !isSameCard ? {} : { notice: { id, text, tone, ...more } }
  })
  announce(text)
}

/** Takes away what was said about a card: it is being asked for anew. */
export function dismissNoticeAbout(key: string): void {
  if (useNoticeStore.getState().notice?.about === key) useNoticeStore.setState({ notice: null })
}

/** Takes the notice away, if it still is the one meant. */
export function dismissNotice(id: number): void {
  if (useNoticeStore.getState().notice?.id === id) useNoticeStore.setState({ notice: null })
}

/** Takes up the offer to undo that the notice makes, if it makes one. */
export function takeUndoOffer(): boolean {
  const { notice } = useNoticeStore.getState()
  if (!notice?.action?.undoes) return false
  dismissNotice(notice.id)
  notice.action.run()
  return true
}

/** The name under which a card's note is kept: cards of different boards may share an id. */
export function noteKey(board: { keyId: string; workspaceId: string }, cardId: string): string {
  return JSON.stringify([board.keyId, board.workspaceId, cardId])
}

/** Puts a note on a card, or takes it off. */
export function noteOnCard(key: string, note: CardNote | null): void {
  const { [key]: _, ...others } = useNoticeStore.getState().cardNotes
  useNoticeStore.setState({ cardNotes: note ? { ...others, [key]: note } : others })
}

/** Takes away what was shown and said, for another board. Notes stay with their cards. */
export function resetNotices(): void {
  clearTimeout(speaking)
  speaking = undefined
  waiting.length = 0
  useNoticeStore.setState({ notice: null, spoken: { text: '', turn: 0 } })
}

function speakNext(): void {
  const text = waiting.shift()
  speaking = text === undefined ? undefined : setTimeout(speakNext, TURN)
  if (text === undefined) return
  useNoticeStore.setState(({ spoken }) => ({ spoken: { text, turn: spoken.turn === 0 ? 1 : 0 } }))
}
