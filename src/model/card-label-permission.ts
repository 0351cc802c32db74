import { cardLabelsRoleUnknown } from '#messages/label-permission-messages.ts'
import { ROLE_FOR, type Verdict, verdict } from './permissions.ts'

/**
 * May `role` change the labels of a card? The spec names no role for it: member and above may, and
 * for a viewer the service decides. Once it has refused an edit to the role, its reason is known.
 * [gap G18]
 */
export function verdictForCardLabels(role: string, refusal?: string): Verdict {
  if (refusal !== undefined) return { type: 'no', reason: refusal, requiredRole: '' }
  const result = verdict(role, ROLE_FOR.labelCard)
  return result.type === 'no' ? { type: 'unknown', reason: cardLabelsRoleUnknown(role) } : result
}
