/** A board as seen with one held key: what every board-scoped query and mutation hangs on. */
export interface Session {
  keyId: string
  workspaceId: string
}

/** A session with the chosen project; undefined when the board has not asked for one. [gap G12] */
export interface BoardSession extends Session {
  projectId: string | undefined
}

/** Query key of a board. It holds the held key's id, never the secret. */
export function boardKey(session: BoardSession) {
  return ['board', session.keyId, session.workspaceId, session.projectId ?? null] as const
}

/** Query key of a board's labels. */
export function labelsKey(session: Session) {
  return ['labels', session.keyId, session.workspaceId] as const
}

/** Query key of a held key's credential. */
export function credentialKey(keyId: string) {
  return ['me', keyId] as const
}
