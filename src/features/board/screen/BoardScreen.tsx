import { useEffect } from 'react'
import { countCards } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { useSession } from '#queries/access/board-access.ts'
import {
  useArranged,
  useBoardView,
  useCardCounts,
  useLabelIndex,
} from '#queries/board-view/use-board-view.tsx'
import { requiresProject } from '#queries/errors.ts'
import { useBoard } from '#queries/feed/use-board.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { answers, Later, screens, useLoaded } from '#start/later.tsx'
import { showBoard } from '#state/board-ui-store.ts'
import { resetToasts } from '#state/toast-store.ts'
import { useUrl } from '#state/url.ts'
import { BoardBanners } from './BoardBanners.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import { BoardErrorCard } from './BoardErrorCard.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'

export function BoardScreen() {
  const code = useLoaded(answers)
  const { isWallDisplay } = useUrl()
  return (
    <>
      {code && <code.BoardBackground isWallDisplay={isWallDisplay} />}
      <BoardState isWallDisplay={isWallDisplay} />
      {/* After the board in the order of Tab, which is what people come for. */}
      {code && !isWallDisplay && <code.HintCard />}
    </>
  )
}

/** The open board in each of its states: loading, failed, without a project, or loaded. */
function BoardState({ isWallDisplay }: { isWallDisplay: boolean }) {
  const session = useSession()
  const query = useBoard(session)
  const view = useBoardView()
  const labels = useLabelIndex()
  useLabels(session)
  const code = useLoaded(answers)
  const arranged = useArranged()
  const counts = useCardCounts()
  useBoardOnScreen()

  const { error } = query
  if (error && !query.data && requiresProject(error, session.projectId)) {
    return <Later code={screens}>{({ ProjectPicker }) => <ProjectPicker error={error} />}</Later>
  }
  if (!view || !arranged || !counts) {
    const reason = error ?? query.failureReason
    if (!reason) return <BoardSkeleton />
    return <BoardErrorCard error={reason} isRetrying={query.isFetching} />
  }
  if (isWallDisplay) {
    return (
      <Later code={screens}>
        {({ WallDisplay }) => <WallDisplay query={query} view={view} arranged={arranged} />}
      </Later>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BoardBanners query={query} board={view.board} />
      <div className="relative min-h-0 flex-1">
        {isEmpty(arranged) && code && (
          <code.EmptyBoardMessage total={counts.total} columns={view.board.columns.length} />
        )}
        <BoardColumns view={view} arranged={arranged} labels={labels} />
      </div>
    </div>
  )
}

/** Older cards are below: there is a button for them. So is the head of a collapsed lane. */
function isEmpty({ board, older, lanes = [] }: ArrangedBoard): boolean {
  const hasCollapsedLanes = lanes.some(({ isCollapsed }) => isCollapsed)
  return countCards(board) === 0 && older.size === 0 && !hasCollapsedLanes
}

function useBoardOnScreen(): void {
  const { keyId, workspaceId } = useSession()
  useEffect(() => {
    showBoard({ keyId, workspaceId })
    return () => {
      showBoard(null)
      resetToasts()
    }
  }, [keyId, workspaceId])
}
