import { BoardScreen } from '#features/board/screen/BoardScreen.tsx'
import { useOpenCard } from '#features/shared/use-open-card.ts'
import { ChooseWorkspace } from '#features/workspaces/ChooseWorkspace.tsx'
import { CARD_PART } from '#messages/part-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { requiresBoard } from '#queries/errors.ts'
import { useBoardError, useReloadBoard } from '#queries/feed/use-board.ts'
import { answers, Later } from '#start/later.tsx'
import { closeCard } from '#state/navigation.ts'
import { useUrl } from '#state/url.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'

/** The open board, and the panel of the open card above it. */
export function OpenBoard() {
  const session = useSession()
  const error = useBoardError(session)
  const reload = useReloadBoard(session)
  if (error && requiresBoard(error)) {
    return <ChooseWorkspace error={error} onChoose={() => void reload()} />
  }
  return (
    <>
      <BoardScreen />
      <OpenCardPanel />
    </>
  )
}

/** Apart from the rest, because it renders with each change of the board. */
function OpenCardPanel() {
  const card = useOpenCard(useBoardView()?.board)
  const { isWallDisplay } = useUrl()
  if (!card || isWallDisplay) return null
  return (
    <ErrorBoundary subject={CARD_PART} onClose={closeCard} isOverlay>
      <Later code={answers}>
        {({ CardPanel }) => <CardPanel cardId={card.cardId} section={card.section} />}
      </Later>
    </ErrorBoundary>
  )
}
