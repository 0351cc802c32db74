import { BulkControls } from '#features/shared/BulkControls.tsx'
import { DETAILS } from '#messages/bulk-messages.ts'
import { isUnderWay } from '#model/bulk-card.ts'
import { bulkTitle } from '#model/bulk-kinds.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { BOTTOM_BAR } from '../selection/BottomBars.tsx'

/** The action on many cards that is under way. */
export function BulkProgress() {
  const action = useBulkActionStore((state) => state.action)
  if (!action || !isUnderWay(action)) return null
  return (
    <section aria-label={bulkTitle(action)} className={BOTTOM_BAR}>
      <BulkControls action={action} />
      <Button kind="quiet" onClick={() => openDialog({ type: 'bulk-result' })}>
        {DETAILS}
      </Button>
    </section>
  )
}
