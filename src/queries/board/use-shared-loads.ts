import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { type LoadedBoard, mergeLoadedBoard } from './board-query.ts'

/** Sent to the other tabs of this browser. */
interface SharedLoad {
  hash: string
  loaded: LoadedBoard
}

const CHANNEL = 'trunkline.boards'

/**
 * The clocks of two tabs can differ a little, so a load of another tab counts as this much older.
 */
const CLOCK_TOLERANCE_MS = 1_000

/**
 * Shares board loads between the tabs of a browser: each load replaces the next poll of the others,
 * so that all tabs together poll about as often as one. A load of another tab never confirms a
 * write of this tab.
 */
export function useSharedLoads(session: BoardSession, loaded: LoadedBoard | undefined): void {
  const queryClient = useQueryClient()
  const hash = hashKey(keys.board(session))
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<SharedLoad>) => {
      if (data.hash !== hash) return
      const queryKey = keys.board(session)
      const cached = queryClient.getQueryData<LoadedBoard>(queryKey)
      const requestedAt = data.loaded.requestedAt - CLOCK_TOLERANCE_MS
      if (cached && cached.requestedAt >= requestedAt) return
      const shared: LoadedBoard = { ...data.loaded, requestedAt, isFromOtherTab: true }
      const merged = mergeLoadedBoard(queryClient, session, shared)
      queryClient.setQueryData<LoadedBoard>(queryKey, merged)
    }
    return () => channel.close()
  }, [queryClient, session, hash])

  useEffect(() => {
    const isOwnLoad = loaded && !loaded.isFromOtherTab
    if (!isOwnLoad || typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(CHANNEL)
    const message: SharedLoad = { hash, loaded: { ...loaded, changes: new Map() } }
    channel.postMessage(message)
    channel.close()
  }, [hash, loaded])
}
