import { History } from 'lucide'
import { changesSinceLastVisit } from '#messages/activity-entry-messages.ts'
import { itemsInBetween } from '#model/visit.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useActivities, useClientId } from '#queries/activity/use-activities.ts'
import { openDialog } from '#state/dialog-store.ts'
import { useVisit } from '#state/visits-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

/** How much others have changed since the person was here last, until they look at it. */
export function NewActivityButton() {
  const session = useSession()
  const { data } = useActivities(session)
  const clientId = useClientId(session.keyId)
  const visit = useVisit(session)
  // Until the person's own key is known, their own changes would count.
  if (!data || !visit || visit.isRead || clientId === undefined) return null
  const between = itemsInBetween(data.activities, visit)
  const { length: count } = between.filter(({ actor }) => actor?.clientId !== clientId)
  if (count === 0) return null
  const isMore = data.hasMore && between.at(-1) === data.activities.at(-1)
  const label = changesSinceLastVisit(count, isMore)
  return (
    <Button
      kind="quiet"
      aria-label={label}
      data-tip={label}
      onClick={() => openDialog({ type: 'activity' })}
    >
      <Icon icon={History} className="size-4 text-accent" />
      <span className="text-accent digits">{isMore ? `${count}+` : count}</span>
    </Button>
  )
}
