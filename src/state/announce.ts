import { ANNOUNCEMENT_MS, useAnnouncer } from './announcer.ts'

/**
 * Announces a sentence to screen readers. Simultaneous sentences are announced one after the other.
 */
export function announce(text: string): void {
  const { waiting, timer } = useAnnouncer.getState()
  useAnnouncer.setState({ waiting: [...waiting, text] })
  if (timer === undefined) announceNext()
}

function announceNext(): void {
  const { waiting, node } = useAnnouncer.getState()
  const [text, ...rest] = waiting
  if (text === undefined) return useAnnouncer.setState({ timer: undefined })
  const timer = setTimeout(announceNext, ANNOUNCEMENT_MS)
  const announcedAt = performance.now()
  useAnnouncer.setState({ text, node: node === 0 ? 1 : 0, announcedAt, waiting: rest, timer })
}
