import { hashKey, notifyManager, type QueryState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { ApiError } from './errors.ts'

type State<Data> = QueryState<Data, ApiError> | undefined

/** The states of several queries, which other components load; undefined for an unknown one. */
export function useQueryStates<Data>(queryKeys: readonly (readonly unknown[])[]): State<Data>[] {
  const cache = useQueryClient().getQueryCache()
  const last = useRef<State<Data>[]>([])
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  )
  // The same array as long as the states in it are the same.
  const read = () => {
    const states = queryKeys.map((key) => cache.get<Data, ApiError>(hashKey(key))?.state)
    const isSame = (state: State<Data>, index: number) => state === last.current[index]
    if (states.length !== last.current.length || !states.every(isSame)) last.current = states
    return last.current
  }
  return useSyncExternalStore(subscribe, read)
}
