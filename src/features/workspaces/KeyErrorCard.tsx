import { useFailedLoadText } from '#features/shared/use-failed-load-text.ts'
import {
  ENTER_THE_NEW_SECRET,
  RETRY,
  RETRYING,
  USE_ANOTHER_KEY,
} from '#messages/common-messages.ts'
import * as messages from '#messages/warning-messages.ts'
import type { KeyStatus } from '#queries/credentials/me-query.ts'
import type { ApiError } from '#queries/errors.ts'
import { keys } from '#queries/keys.ts'
import { useRetry } from '#queries/use-retry.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'

interface KeyErrorCardProps {
  status: KeyStatus
  error: ApiError
  isRetrying: boolean
}

/** In place of a board when the boards of a key couldn't be loaded. */
export function KeyErrorCard({ status, error, isRetrying }: KeyErrorCardProps) {
  const retry = useRetry(keys.credentials())
  const text = useFailedLoadText(error)
  const isRejected = error.status === 401
  const keyId = status.key.id
  const replaceSecret = () => openDialog({ type: 'key', keyId, isReplacing: true })
  return (
    <div className="flex h-full p-6">
      <ErrorCard
        title={isRejected ? messages.KEY_NOT_ACCEPTED : messages.COULD_NOT_LOAD_BOARDS}
        text={text}
        trace={error.trace}
      >
        <Button kind="primary" onClick={retry}>
          {isRetrying ? RETRYING : RETRY}
        </Button>
        {isRejected && <Button onClick={replaceSecret}>{ENTER_THE_NEW_SECRET}</Button>}
        <Button onClick={() => openDialog({ type: 'connect' })}>{USE_ANOTHER_KEY}</Button>
      </ErrorCard>
    </div>
  )
}
