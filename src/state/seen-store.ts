import { create } from 'zustand'

/** When the change on a card was seen, by noteKey; see client/instant. */
export const useSeenStore = create<{ seenAt: Readonly<Record<string, number>> }>(() => ({ seenAt: {} }))

/** Notes that a person has looked at a card whose change happened at that moment. */
export function markSeen(key: string, changedAt: number): void {
  const { seenAt } = useSeenStore.getState()
  if ((seenAt[key] ?? 0) < changedAt) useSeenStore.setState({ seenAt: { ...seenAt, [key]: changedAt } })
}
