import { lazy, Suspense, useDeferredValue, useEffect, useMemo } from 'react'
import { countCards } from '#model/board-lookup.ts'
import { createCardFilter } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { useBoard, usePolling } from '#queries/board/board-query.ts'
import { useSharedLoads } from '#queries/board/use-shared-loads.ts'
import { requiresProject } from '#queries/errors.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { usePreloadMoves } from '#queries/moves/use-moves.ts'
import { useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import { useStableValue } from '#queries/use-stable-value.ts'
import { showBoard } from '#state/board-ui-store.ts'
import { resetToasts } from '#state/toast-store.ts'
import { useUrlFilter } from '#state/url.ts'
import { Board } from './Board.tsx'
import { BoardBanners } from './BoardBanners.tsx'
import { BoardErrorCard } from './BoardErrorCard.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import { EmptyBoardMessage } from './EmptyBoardMessage.tsx'
import { useAnnounceChanges } from './use-announce-changes.ts'
import { useReloadUnknownLabels } from './use-reload-unknown-labels.ts'
import { useRememberProjects } from './use-remember-projects.ts'

const ProjectPicker = lazy(() =>
  import('./ProjectPicker.tsx').then((module) => ({ default: module.ProjectPicker })),
)

export function BoardScreen() {
  return (
    <>
      <BoardPolling />
      <BoardState />
    </>
  )
}

/** The open board in each of its states: loading, failed, without a project, or loaded. */
function BoardState() {
  const session = useSession()
  const query = useBoard(session)
  useSharedLoads(session, query.data)
  const view = useBoardView()
  const labels = useLabelIndex()
  // The field shows a key press at once, and the columns follow.
  const filter = useDeferredValue(useUrlFilter())
  const filterBoard = useMemo(() => createCardFilter(filter, labels), [filter, labels])
  const board = view?.board
  const visibleBoard = useMemo(() => board && filterBoard(board), [board, filterBoard])
  useBoardOnScreen()
  usePreloadMoves()
  useAnnounceChanges(view?.changes)
  useRememberProjects(query.data?.board)
  useReloadUnknownLabels(view?.board, labels)

  if (query.error && !query.data && requiresProject(query.error, session.projectId)) {
    return (
      <Suspense>
        <ProjectPicker error={query.error} />
      </Suspense>
    )
  }
  if (!view || !visibleBoard) {
    const error = query.error ?? query.failureReason
    if (!error) return <BoardSkeleton />
    return <BoardErrorCard error={error} isRetrying={query.isFetching} />
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BoardBanners query={query} board={view.board} />
      <EmptyBoardMessage
        total={countCards(view.board)}
        visible={countCards(visibleBoard)}
        columns={view.board.columns.length}
      />
      <div className="min-h-0 flex-1">
        <Board view={view} visibleBoard={visibleBoard} labels={labels} />
      </div>
    </div>
  )
}

function BoardPolling() {
  usePolling(useSession())
  return null
}

/** Card counts change with every label edit. Cards don't show them, so the index ignores them. */
function useLabelIndex() {
  const labels = useLabels(useSession())
  const withoutCounts = (labels.data?.labels ?? []).map((label) => ({
    ...label,
    taskCount: undefined,
  }))
  const stableLabels = useStableValue(withoutCounts)
  return useMemo(() => indexLabels(stableLabels), [stableLabels])
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
