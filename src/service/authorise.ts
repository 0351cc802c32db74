import type { EndpointName } from '#contract/endpoints.ts'
import { ROLE_FOR, verdict } from '#model/permissions.ts'
import { Problem } from './problem.ts'

/** What an endpoint asks for: a scope, and a role where one is fixed. A move's role is the column's own (spec 5.4). */
export const ACCESS: Readonly<Record<EndpointName, { scope: 'read' | 'write'; role: string | null }>> = {
  me: { scope: 'read', role: null },
  board: { scope: 'read', role: null },
  listLabels: { scope: 'read', role: null },
  createLabel: { scope: 'write', role: ROLE_FOR.writeLabel },
  patchLabel: { scope: 'write', role: ROLE_FOR.writeLabel },
  deleteLabel: { scope: 'write', role: ROLE_FOR.deleteLabel },
  patchCard: { scope: 'write', role: null },
}

/** Throws a 403 unless the credential's scopes hold what the endpoint needs. [gap G14] */
export function authoriseScope(scopes: readonly string[], endpoint: EndpointName): void {
  const { scope } = ACCESS[endpoint]
  if (!scopes.includes(scope)) {
    throw new Problem(403, 'scope_missing', `This key lacks the scope "${scope}".`)
  }
}

/** Throws a 403 unless the role is enough; the page uses the same verdict, so the words agree. */
export function authoriseRole(role: string, needed: string): void {
  const answer = verdict(role, needed)
  if (answer.answer !== 'yes') throw new Problem(403, 'role_too_low', answer.reason, { neededRole: needed })
}
