import { Lock } from 'lucide'
import * as messages from '#messages/board-messages.ts'
import type { Verdict } from '#model/permissions.ts'
import { Icon } from '#ui/Icon.tsx'

interface RequiredRoleBadgeProps {
  verdict: Verdict
  minRole: string
}

/** On the line below the head, so that it takes no room from what comes and goes there. */
const BADGE =
  'absolute bottom-0 z-1 flex items-center gap-1 bg-canvas pe-1.5 text-ink-soft text-xs leading-4'

/** The role that a column requires, when the current role isn't known to be sufficient. */
export function RequiredRoleBadge({ verdict, minRole }: RequiredRoleBadgeProps) {
  if (verdict.type === 'yes') return null
  if (verdict.type === 'unknown') {
    return (
      // After the node of the column.
      <span className={`${BADGE} start-4 max-w-[calc(100%-1rem)] ps-1`}>
        <span className="truncate">{messages.requiredRole(minRole)}</span>
      </span>
    )
  }
  return (
    <span className={`${BADGE} start-[var(--head-inset,0)] max-w-full`}>
      <Icon icon={Lock} className="size-3 shrink-0" />
      <span className="truncate">{messages.needsRoleBadge(verdict.requiredRole)}</span>
    </span>
  )
}
