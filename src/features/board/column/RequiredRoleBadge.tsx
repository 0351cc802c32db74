import { Lock } from 'lucide'
import * as messages from '#messages/board-messages.ts'
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
    return (
      <span className="ms-auto min-w-0 truncate text-ink-soft text-xs">
        {messages.requiredRole(minRole)}
      </span>
    )
  }
  return (
    <span className="ms-auto min-w-0 truncate text-ink-soft text-xs">
      <Icon
        icon={Lock}
        className="absolute bottom-0.5 start-0 z-1 size-3 bg-canvas outline-2 outline-canvas"
      />
      {messages.needsRoleBadge(verdict.requiredRole)}
    </span>
  )
}
