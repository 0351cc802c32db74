import { lazy, Suspense, useEffect, useMemo } from 'react'
import { type CardFilter, countCards, filterCards } from '#model/board-view.ts'
import { indexLabels } from '#model/card-labels.ts'
import { useBoardRead } from '#queries/board.ts'
import { useBoardView } from '#queries/board-view.ts'
import type { Failure } from '#queries/failure.ts'
import { useLabels } from '#queries/labels.ts'
import type { BoardSession } from '#queries/session.ts'
import { resetBoardUi } from '#state/board-ui-store.ts'
import { resetNotices } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'
import { Board } from './Board.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'

const ProjectChoice = lazy(() => import('./ProjectChoice.tsx').then((module) => ({ default: module.ProjectChoice })))

/** What the board asks of the app around it. */
export interface BoardScreenActions {
  openCard: (cardId: string) => void
  clearFilter: () => void
  chooseProject: (projectId: string) => void
  chooseKey: () => void
}

interface BoardScreenProps {
  session: BoardSession
  role: string
  filter: CardFilter
  actions: BoardScreenActions
}

/** The board of a session in each of its states: being read, unreadable, in want of a project, or there. */
export function BoardScreen({ session, role, filter, actions }: BoardScreenProps) {
  const read = useBoardRead(session)
  const labels = useLabels(session)
  const view = useBoardView(session)
  const index = useMemo(() => indexLabels(labels.data?.labels ?? []), [labels.data])
  const names = useMemo(() => new Map([...index.byId.values()].map((label) => [label.id, label.name])), [index])
  const shown = useMemo(() => view && filterCards(view.board, filter, names), [view, filter, names])

  useEffect(() => {
    return () => {
      resetBoardUi()
      resetNotices()
    }
  }, [])

  const asksProject = read.error?.kind === 'http' && [400, 404].includes(read.error.status) && !read.data
  if (asksProject && read.error) {
    return (
      <Suspense>
        <ProjectChoice
          error={read.error}
          workspaceId={session.workspaceId}
          asked={session.projectId}
          onChoose={actions.chooseProject}
        />
      </Suspense>
    )
  }
  if (!view || !shown) {
    const error = read.error ?? read.failureReason
    return error ? (
      <Unreadable error={error} retrying={read.isFetching} onRetry={() => read.refetch()} onKey={actions.chooseKey} />
    ) : (
      <BoardSkeleton />
    )
  }
  const empty = emptiness(countCards(view.board), countCards(shown), view.board.columns.length)
  return (
    <div className="flex h-full min-h-0 flex-col">
      {read.error && <StaleStrip error={read.error} onKey={actions.chooseKey} />}
      {empty && (
        <p className="flex flex-wrap items-center gap-3 px-5 py-2 text-ink-soft">
          {empty === 'no-match'
            ? 'No card matches.'
            : empty === 'no-columns'
              ? 'This board has no columns yet.'
              : 'No card stands on this board yet.'}
          {empty === 'no-match' && <Button onClick={actions.clearFilter}>Clear filters</Button>}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <Board
          session={session}
          role={role}
          board={shown}
          all={view.board}
          pending={view.pending}
          labels={index}
          onOpenCard={actions.openCard}
        />
      </div>
    </div>
  )
}

function emptiness(all: number, shown: number, columns: number): 'no-columns' | 'no-cards' | 'no-match' | undefined {
  if (columns === 0) return 'no-columns'
  if (all === 0) return 'no-cards'
  return shown === 0 ? 'no-match' : undefined
}

interface UnreadableProps {
  error: Failure
  retrying: boolean
  onRetry: () => void
  onKey: () => void
}

function Unreadable({ error, retrying, onRetry, onKey }: UnreadableProps) {
  return (
    <div className="flex h-full p-6">
      <ErrorCard
        title={error.status === 401 ? 'The key was not accepted' : 'The board cannot be read'}
        text={error.message}
        trace={error.trace}
      >
        <Button kind="primary" onClick={onRetry}>
          {retrying ? 'Trying again…' : 'Retry'}
        </Button>
        <Button onClick={onKey}>Use another key</Button>
      </ErrorCard>
    </div>
  )
}

/** The last board stays in sight when it cannot be read anew. */
function StaleStrip({ error, onKey }: { error: Failure; onKey: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-b bg-warning-tint px-5 py-1.5">
      <span className="min-w-0 flex-1">
        {error.status === 401 ? 'The key is no longer accepted. ' : 'The board could not be read again. '}
        {error.message} You see the last one read.
      </span>
      {error.status === 401 && <Button onClick={onKey}>Enter the new secret</Button>}
    </div>
  )
}
