import type { BoardRef, BoardSession } from '#model/board-ref.ts'

/**
 * All query and mutation keys. They contain the id of a stored key, never its secret, and always in
 * second place: `belongsToKey` relies on it.
 */
export const keys = {
  credentials: () => ['me'] as const,
  credential: (keyId: string) => ['me', keyId] as const,
  /** The board of every project. */
  boards: ({ keyId, workspaceId }: BoardRef) => ['board', keyId, workspaceId] as const,
  board: ({ keyId, workspaceId, projectId }: BoardSession) =>
    ['board', keyId, workspaceId, projectId ?? null] as const,
  activity: ({ keyId, workspaceId, projectId }: BoardSession) =>
    ['activity', keyId, workspaceId, projectId ?? null] as const,
  labels: ({ keyId, workspaceId }: BoardRef) => ['labels', keyId, workspaceId] as const,
  moves: ({ keyId, workspaceId, projectId }: BoardSession) =>
    ['move', keyId, workspaceId, projectId ?? null] as const,
  cardLabels: ({ keyId, workspaceId, projectId }: BoardSession) =>
    ['card-labels', keyId, workspaceId, projectId ?? null] as const,
  labelWrites: ({ keyId, workspaceId }: BoardRef) => ['label', keyId, workspaceId] as const,
}

/** The stored key that a query or mutation belongs to. */
export function keyIdOf(key: readonly unknown[] | undefined): string | undefined {
  const keyId = key?.[1]
  return typeof keyId === 'string' ? keyId : undefined
}

export function belongsToKey(keyId: string) {
  return ({ queryKey }: { queryKey: readonly unknown[] }) => keyIdOf(queryKey) === keyId
}

export function isCredentialKey(key: readonly unknown[]): boolean {
  return key[0] === keys.credentials()[0]
}
