import { create } from 'zustand'

/** Ids of the labels added to cards since the page was opened, newest first, by workspaceId. */
export const useRecentLabelsStore = create<{ recent: Readonly<Record<string, readonly string[]>> }>(
  () => ({ recent: {} }),
)

const MAX_LABELS = 5

export function rememberLabel(workspaceId: string, labelId: string): void {
  useRecentLabelsStore.setState(({ recent }) => {
    const others = (recent[workspaceId] ?? []).filter((id) => id !== labelId)
    return { recent: { ...recent, [workspaceId]: [labelId, ...others].slice(0, MAX_LABELS) } }
  })
}
