import { projectKey } from '#model/board-ref.ts'
import { useServiceNamesStore } from './service-names-store.ts'

/** A key was removed: of boards that no other one reaches, the device forgets the names. */
export function keepNamesOf(workspaceIds: readonly string[]): void {
  const { boardNames, projectNames } = useServiceNamesStore.getState()
  // What comes before the project in a key.
  const begins = workspaceIds.map((workspaceId) => projectKey(workspaceId, '').slice(0, -3))
  const isKept = (key: string) => begins.some((begin) => key.startsWith(begin))
  useServiceNamesStore.setState({
    boardNames: filterKeys(boardNames, (workspaceId) => workspaceIds.includes(workspaceId)),
    projectNames: filterKeys(projectNames, isKept),
  })
}

function filterKeys(
  names: Readonly<Record<string, string>>,
  isKept: (key: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter(([key]) => isKept(key)))
}
