import { create } from 'zustand'

/** Ids of the labels put on cards in this visit, newest first, by workspaceId. */
export const useRecentLabelsStore = create<{ recent: Readonly<Record<string, readonly string[]>> }>(() => ({
  recent: {},
}))

const REMEMBERED = 5

/** Notes that a label was put on a card. */
export function rememberLabel(workspaceId: string, labelId: string): void {
  useRecentLabelsStore.setState(({ recent }) => {
    const others = (recent[workspaceId] ?? []).filter((id) => id !== labelId)
    return { recent: { ...recent, [workspaceId]: [labelId, ...others].slice(0, REMEMBERED) } }
  })
}
