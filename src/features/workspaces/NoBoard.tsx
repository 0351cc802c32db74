import { LOADING_BOARDS } from '#messages/board-messages.ts'
import { BOARD_LIST_PART } from '#messages/part-messages.ts'
import type { CurrentBoard } from '#queries/access/use-current-board.ts'
import { accessibleBoards, useKeyStatuses } from '#queries/credentials/me-query.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { WhyNoBoard } from './WhyNoBoard.tsx'

/** In place of the board: progress, an error, or the choice of a board. */
export function NoBoard({ current }: { current: Exclude<CurrentBoard, { type: 'board' }> }) {
  return (
    <ErrorBoundary subject={BOARD_LIST_PART}>
      <NoBoardContent current={current} />
    </ErrorBoundary>
  )
}

function NoBoardContent({ current }: { current: Exclude<CurrentBoard, { type: 'board' }> }) {
  const statuses = useKeyStatuses()
  const hasFailed = statuses.some((status) => !status.credential && status.visibleError)
  const hasBoards = accessibleBoards(statuses).length > 0
  if (current.type !== 'loading' || (hasFailed && !hasBoards))
    return <WhyNoBoard current={current} />
  return (
    <p role="status" className="p-6 text-ink-soft">
      {LOADING_BOARDS}
    </p>
  )
}
