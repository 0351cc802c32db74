import { Lock } from 'lucide'
import * as messages from '#model/messages/board-messages.ts'
import type { Verdict } from '#model/permissions.ts'
import { Icon } from '#ui/Icon.tsx'

interface RequiredRoleBadgeProps {
  verdict: Verdict
  minRole: string
}

/** The role that a column requires, when the current role isn't known to be sufficient. */
export function RequiredRoleBadge({ verdict, minRole }: RequiredRoleBadgeProps) {
  if (verdict.type === 'yes') return null
  if (verdict.type === 'unknown') {
    return <span className="ml-auto text-ink-soft text-xs">{messages.requiredRole(minRole)}</span>
  }
  return (
    <span className="ml-auto inline-flex items-center gap-1 text-ink-soft text-xs">
      <Icon icon={Lock} className="size-3 shrink-0" />
      {messages.needsRole(verdict.requiredRole)}
    </span>
  )
}
