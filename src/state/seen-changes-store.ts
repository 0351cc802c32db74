import { create } from 'zustand'

/**
 * When the last change that a person has seen on a card was loaded, by `cardKey`; from
 * `monotonicNow()`.
 */
export const useSeenChangesStore = create<{ seenAt: Readonly<Record<string, number>> }>(() => ({
  seenAt: {},
}))

export function markChangeSeen(key: string, requestedAt: number): void {
  const { seenAt } = useSeenChangesStore.getState()
  if ((seenAt[key] ?? 0) >= requestedAt) return
  useSeenChangesStore.setState({ seenAt: { ...seenAt, [key]: requestedAt } })
}
