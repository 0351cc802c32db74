import type { BoardRole } from './credential-rows.ts'

export interface CredentialChange {
  name?: string | undefined
  /** Null takes it away. */
  email?: string | null | undefined
  scopes?: readonly string[] | undefined
  roles?: readonly BoardRole[] | undefined
  expiresAt?: string | null | undefined
}

export function columnsOf({ name, email, scopes, expiresAt }: CredentialChange) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  }
}

export function hasExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString()
}

export function rolesText(roles: readonly BoardRole[]): string {
  const sorted = [...roles].sort((a, b) => a.boardId - b.boardId)
  return sorted.map(({ boardId, role }) => `${boardId}:${role}`).join(' ')
}

/** Fields of a key that an operator can change, as the audit names them. */
interface KeyFields {
  name: string
  email: string | null
  scopes: string
  expires_at: string | null
  roles: string
}

/** The fields that did change, with the old and the new value. */
export function changesText(before: KeyFields, after: KeyFields): string {
  const fields = [
    ['name', before.name, after.name],
    ['email', before.email ?? 'none', after.email ?? 'none'],
    ['scopes', before.scopes, after.scopes],
    ['expires', before.expires_at ?? 'never', after.expires_at ?? 'never'],
    ['boards', before.roles, after.roles],
  ] as const
  const changed = fields.filter(([, from, to]) => from !== to)
  return changed.map(([field, from, to]) => `${field}: ${from} → ${to}`).join(', ') || 'no change'
}
