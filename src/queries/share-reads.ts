import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BoardRead } from './board.ts'
import { type BoardSession, boardKey } from './session.ts'

/** What one tab tells the others: a board that it has just read. */
interface SharedRead {
  hash: string
  read: BoardRead
}

/** How much older a read of another tab counts, in milliseconds: the tabs' clocks may differ by a little. */
const CAUTION = 1_000

/**
 * Several tabs of one browser share what they read: each read is told to the others, takes the place of their next
 * poll, and so all of them together poll about as often as one. A read of another tab never proves a write of this one.
 */
export function useSharedReads(queryClient: QueryClient, session: BoardSession, read: BoardRead | undefined): void {
  const hash = JSON.stringify(boardKey(session))
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel('trunkline.boards')
    channel.onmessage = ({ data }: MessageEvent<SharedRead>) => {
      if (data.hash !== hash) return
      const mine = queryClient.getQueryData<BoardRead>(boardKey(session))
      const requestedAt = data.read.requestedAt - CAUTION
      if (mine && mine.requestedAt >= requestedAt) return
      queryClient.setQueryData<BoardRead>(boardKey(session), { ...data.read, requestedAt, shared: true })
    }
    return () => channel.close()
  }, [queryClient, session, hash])

  useEffect(() => {
    if (!read || read.shared || typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel('trunkline.boards')
    const message: SharedRead = { hash, read: { ...read, changes: new Map() } }
    channel.postMessage(message)
    channel.close()
  }, [hash, read])
}
