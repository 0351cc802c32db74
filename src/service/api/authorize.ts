import type { EndpointName } from '#contract/endpoints.ts'
import { ROLE_FOR, verdict } from '#model/permissions.ts'
import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'

/**
 * Required scope and role of each endpoint. A move requires the `minRole` of its target column
 * (spec 5.4).
 */
export const ACCESS: Readonly<
  Record<EndpointName, { scope: 'read' | 'write'; role: string | null }>
> = {
  me: { scope: 'read', role: null },
  board: { scope: 'read', role: null },
  boardActivity: { scope: 'read', role: null },
  listLabels: { scope: 'read', role: null },
  createLabel: { scope: 'write', role: ROLE_FOR.writeLabel },
  patchLabel: { scope: 'write', role: ROLE_FOR.writeLabel },
  deleteLabel: { scope: 'write', role: ROLE_FOR.deleteLabel },
  patchCard: { scope: 'write', role: null },
}

/** Throws a 403 if the credential doesn't have the scope that the endpoint requires. [gap G14] */
export function authorizeScope(scopes: readonly string[], endpoint: EndpointName): void {
  const { scope } = ACCESS[endpoint]
  if (!scopes.includes(scope)) {
    throw new Problem(403, 'scope_missing', messages.problems.scopeMissing(scope))
  }
}

/**
 * Throws a 403 if the role is too low. The app uses the same verdict, so both show the same reason.
 */
export function authorizeRole(role: string, requiredRole: string): void {
  const result = verdict(role, requiredRole)
  if (result.type === 'yes') return
  throw new Problem(403, 'role_too_low', result.reason, { neededRole: requiredRole })
}
