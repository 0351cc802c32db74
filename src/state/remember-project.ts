import { useRecentBoardsStore } from './recent-boards-store.ts'

export function rememberProject(workspaceId: string, projectId: string): void {
  useRecentBoardsStore.setState(({ lastProject }) => ({
    lastProject: { ...lastProject, [workspaceId]: projectId },
  }))
}
