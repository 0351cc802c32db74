import { useSeenChangesStore } from './seen-changes-store.ts'

export function markChangeSeen(key: string, requestedAt: number): void {
  const { seenAt } = useSeenChangesStore.getState()
  if ((seenAt[key] ?? 0) >= requestedAt) return
  useSeenChangesStore.setState({ seenAt: { ...seenAt, [key]: requestedAt } })
}
