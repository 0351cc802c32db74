import { useRecentBoardsStore } from './recent-boards-store.ts'

const MAX_PROJECTS = 50

export function rememberSeenProjects(workspaceId: string, projectIds: readonly string[]): void {
  const { seenProjects } = useRecentBoardsStore.getState()
  const known = seenProjects[workspaceId] ?? []
  const all = [...new Set([...known, ...projectIds])].slice(-MAX_PROJECTS)
  const isUnchanged = all.length === known.length && all.every((id) => known.includes(id))
  if (isUnchanged) return
  useRecentBoardsStore.setState({ seenProjects: { ...seenProjects, [workspaceId]: all } })
}
