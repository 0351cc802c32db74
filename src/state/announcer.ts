import { create } from 'zustand'

/** Time for one announcement before the next one replaces it. */
export const ANNOUNCEMENT_MS = 400

interface Announcement {
  text: string
  topic: string | undefined
}

interface AnnouncerState {
  text: string
  /**
   * The status node that has the text; they alternate, so that a repeated text is announced again.
   */
  node: 0 | 1
  /** When the text was announced, from `performance.now()`. */
  announcedAt: number
  waiting: readonly Announcement[]
  timer: ReturnType<typeof setTimeout> | undefined
}

export const useAnnouncer = create<AnnouncerState>(() => ({
  text: '',
  node: 0,
  announcedAt: 0,
  waiting: [],
  timer: undefined,
}))

export function resetAnnouncer(): void {
  clearTimeout(useAnnouncer.getState().timer)
  useAnnouncer.setState({ text: '', node: 0, waiting: [], timer: undefined })
}

/**
 * Announces a sentence to screen readers. Simultaneous sentences are announced one after the other;
 * one about the same topic takes the place of one that waits, because only the newest is true.
 */
export function announce(text: string, topic?: string): void {
  const { waiting, timer } = useAnnouncer.getState()
  const others = waiting.filter((one) => topic === undefined || one.topic !== topic)
  useAnnouncer.setState({ waiting: [...others, { text, topic }] })
  if (timer === undefined) announceNext()
}

function announceNext(): void {
  const { waiting, node } = useAnnouncer.getState()
  const [next, ...rest] = waiting
  if (next === undefined) return useAnnouncer.setState({ timer: undefined })
  const timer = setTimeout(announceNext, ANNOUNCEMENT_MS)
  const announcedAt = performance.now()
  useAnnouncer.setState({
    text: next.text,
    node: node === 0 ? 1 : 0,
    announcedAt,
    waiting: rest,
    timer,
  })
}
