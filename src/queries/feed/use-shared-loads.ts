import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#hooks/schedule.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { LoadedBoard } from './loaded-board.ts'
import { useBoardFeed } from './use-board.ts'

/** Between the tabs of this browser. A tab that shows the board answers each message but "here". */
type Message = { hash: string } & (
  | { type: 'hello' }
  | { type: 'here' }
  | { type: 'load'; loaded: LoadedBoard }
)

const CHANNEL = 'trunkline.boards'

/**
 * The clocks of two tabs can differ a little, so a load of another tab counts as this much older.
 */
const CLOCK_TOLERANCE_MS = 1_000

/** The screen comes first. */
const MAX_IDLE_WAIT_MS = 1_000

/**
 * Shares board loads between the tabs of a browser: each load replaces the next poll of the others,
 * so that all tabs together poll about as often as one. A load of another tab never confirms a
 * write of this tab. Copying a board costs time, so nothing is sent while no other tab shows it.
 */
export function useSharedLoads(session: BoardSession, loaded: LoadedBoard | undefined): void {
  const feed = useBoardFeed(session)
  const hash = hashKey(feed.queryKey)
  const channel = useRef<BroadcastChannel>(undefined)
  const hasListener = useRef(false)
  /** When the load started that was sent last: who changed a card is found out after it. */
  const sentRequestedAt = useRef<number>(undefined)
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const opened = new BroadcastChannel(CHANNEL)
    const send = (type: 'hello' | 'here') => opened.postMessage({ hash, type } satisfies Message)
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.hash !== hash) return
      hasListener.current = true
      if (data.type !== 'here') send('here')
      if (data.type === 'load') takeOver(data.loaded)
    }
    const takeOver = (other: LoadedBoard) => {
      const requestedAt = other.requestedAt - CLOCK_TOLERANCE_MS
      feed.take({ ...other, requestedAt, isFromOtherTab: true })
    }
    channel.current = opened
    hasListener.current = false
    send('hello')
    return () => opened.close()
  }, [feed, hash])

  useEffect(() => {
    if (!loaded || loaded.isFromOtherTab) return
    return whenIdle(() => {
      if (!hasListener.current || sentRequestedAt.current === loaded.requestedAt) return
      sentRequestedAt.current = loaded.requestedAt
      // Until another tab answers this one.
      hasListener.current = false
      const message: Message = { hash, type: 'load', loaded: { ...loaded, changes: new Map() } }
      channel.current?.postMessage(message)
    }, MAX_IDLE_WAIT_MS)
  }, [hash, loaded])
}
