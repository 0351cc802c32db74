import { UNRECOGNIZED_DATA } from '#messages/common-messages.ts'
import * as messages from '#messages/diagnostics-messages.ts'
import { openDialog } from '#state/dialog-store.ts'
import { useServiceNoticesStore } from '#state/service-notices-store.ts'
import { Button } from '#ui/Button.tsx'

/** How much unrecognized data came with a key. */
export function KeyFindings({ keyId }: { keyId: string }) {
  const bySource = useServiceNoticesStore((state) => state.bySource)
  const responses = Object.values(bySource).filter((response) => response.keyId === keyId)
  const count = responses.reduce((total, { findings }) => total + findings.length, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        {count === 0 ? messages.NO_UNRECOGNIZED_DATA_FOR_KEY : messages.unrecognizedForKey(count)}
      </span>
      {count > 0 && (
        <Button onClick={() => openDialog({ type: 'unrecognized' })}>{UNRECOGNIZED_DATA}</Button>
      )}
    </div>
  )
}
