import { create } from 'zustand'
import type { Finding } from '#contract/inspect.ts'

/** What one kind of answer, to one key and board, has held that this app has no meaning for. */
export interface FindingsOfAnswer {
  keyId: string
  findings: readonly Finding[]
}

interface NotUnderstoodState {
  /** By key, board and endpoint. */
  bySource: Readonly<Record<string, FindingsOfAnswer>>
  /** How many of them this device was never told of before; set when it is time to tell. */
  news: number
}

/** What the service sent in this session that this app has no meaning for. It lives as long as the page. */
export const useNotUnderstoodStore = create<NotUnderstoodState>(() => ({ bySource: {}, news: 0 }))

/** Forgets what was met with a key. */
export function forgetFindings(keyId: string): void {
  const { bySource } = useNotUnderstoodStore.getState()
  const kept = Object.entries(bySource).filter(([, one]) => one.keyId !== keyId)
  useNotUnderstoodStore.setState({ bySource: Object.fromEntries(kept) })
}
