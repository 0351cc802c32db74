import { cardLabelsRoleUnknown } from '#messages/label-permission-messages.ts'
import { ROLE_FOR, type Verdict, verdict } from './permissions.ts'

/**
 * May `role` change the labels of a card? The spec names no role for it. A service can state one.
 * Otherwise, member and above may, and for a viewer the service decides: once it has refused an edit
 * to the role, its reason is known. [gap G18]
 */
export function verdictForCardLabels(
  role: string,
  { minRole, refusal }: { minRole?: string | undefined; refusal?: string | undefined } = {},
): Verdict {
  if (refusal !== undefined) return { type: 'no', reason: refusal, requiredRole: '' }
  if (minRole !== undefined) return verdict(role, minRole)
  const result = verdict(role, ROLE_FOR.labelCard)
  return result.type === 'no' ? { type: 'unknown', reason: cardLabelsRoleUnknown(role) } : result
}
