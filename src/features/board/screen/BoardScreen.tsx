import { Suspense, useEffect } from 'react'
import { useSession } from '#queries/access/board-access.ts'
import { useBoard } from '#queries/board/board-query.ts'
import {
  useArranged,
  useBoardView,
  useCardCounts,
  useLabelIndex,
} from '#queries/board-view/use-board-view.tsx'
import { requiresProject } from '#queries/errors.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { showBoard } from '#state/board-ui-store.ts'
import { resetToasts } from '#state/toast-store.ts'
import { useUrl } from '#state/url.ts'
import { useBackgroundPart } from '#ui/use-background-part.ts'
import * as parts from '../background-parts.ts'
import { BoardErrorCard, ProjectPicker, WallDisplay } from '../lazy-parts.ts'
import { BoardBanners } from './BoardBanners.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'

export function BoardScreen() {
  const [Background] = useBackgroundPart(parts.BoardBackground)
  const { isWallDisplay } = useUrl()
  return (
    <>
      {Background && <Background isWallDisplay={isWallDisplay} />}
      <BoardState isWallDisplay={isWallDisplay} />
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
  const [EmptyMessage] = useBackgroundPart(parts.EmptyBoardMessage)
  const arranged = useArranged()
  const counts = useCardCounts()
  useBoardOnScreen()

  if (query.error && !query.data && requiresProject(query.error, session.projectId)) {
    return (
      <Suspense>
        <ProjectPicker error={query.error} />
      </Suspense>
    )
  }
  if (!view || !arranged || !counts) {
    const error = query.error ?? query.failureReason
    if (!error) return <BoardSkeleton />
    return (
      <Suspense fallback={<BoardSkeleton />}>
        <BoardErrorCard error={error} isRetrying={query.isFetching} />
      </Suspense>
    )
  }
  if (isWallDisplay) {
    return (
      <Suspense>
        <WallDisplay query={query} view={view} arranged={arranged} />
      </Suspense>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BoardBanners query={query} board={view.board} />
      <div className="relative min-h-0 flex-1">
        {counts.visible === 0 && EmptyMessage && (
          <EmptyMessage total={counts.total} columns={view.board.columns.length} />
        )}
        <BoardColumns view={view} arranged={arranged} labels={labels} />
      </div>
    </div>
  )
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
