import { useFailedLoadText } from '#features/shared/use-failed-load-text.ts'
import { RETRY, RETRYING, USE_ANOTHER_KEY } from '#messages/common-messages.ts'
import * as boardMessages from '#messages/warning-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import type { ApiError } from '#queries/errors.ts'
import { keys } from '#queries/keys.ts'
import { useRetry } from '#queries/use-retry.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'
import { NewSecretButton } from './NewSecretButton.tsx'

interface BoardErrorCardProps {
  error: ApiError
  isRetrying: boolean
}

/** In place of a board that couldn't be loaded. */
export function BoardErrorCard({ error, isRetrying }: BoardErrorCardProps) {
  const retry = useRetry(keys.board(useSession()))
  const text = useFailedLoadText(error)
  const isRejected = error.status === 401
  return (
    <div className="flex h-full p-6">
      <ErrorCard
        title={isRejected ? boardMessages.KEY_NOT_ACCEPTED : boardMessages.COULD_NOT_LOAD_BOARD}
        text={text}
        trace={error.trace}
      >
        <Button kind="primary" onClick={retry}>
          {isRetrying ? RETRYING : RETRY}
        </Button>
        {isRejected && <NewSecretButton />}
        <Button onClick={() => openDialog({ type: 'connect' })}>{USE_ANOTHER_KEY}</Button>
      </ErrorCard>
    </div>
  )
}
