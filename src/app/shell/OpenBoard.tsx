import { BoardScreen } from '#features/board/BoardScreen.tsx'
import { useOpenCard } from '#features/card-details/use-open-card.ts'
import { LazyChooseWorkspace } from '#features/workspaces/LazyChooseWorkspace.ts'
import { crashMessage, failureMessage } from '#model/messages/error-messages.ts'
import { useBoardError, useRefreshBoard } from '#queries/board/board-query.ts'
import { requiresBoard } from '#queries/errors.ts'
import { useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import { closeCard } from '#state/open-card.ts'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { CardDialog } from './lazy-components.ts'

/** The open board, and the panel of the open card above it. */
export function OpenBoard() {
  const session = useSession()
  const error = useBoardError(session)
  const refresh = useRefreshBoard(session)
  const view = useBoardView()
  const card = useOpenCard(view?.board)
  if (error && requiresBoard(error)) {
    return (
      <LazyChooseWorkspace
        serviceMessage={failureMessage(error)}
        workspaceIds={error.workspaceIds}
        onChoose={refresh}
      />
    )
  }
  return (
    <>
      <BoardScreen />
      {card && (
        <LazyBoundary
          describeError={(crash) => crashMessage('card', crash, navigator.onLine)}
          onClose={closeCard}
        >
          <CardDialog key={card.cardId} cardId={card.cardId} section={card.section} />
        </LazyBoundary>
      )}
    </>
  )
}
