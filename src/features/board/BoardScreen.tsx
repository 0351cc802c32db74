import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import type { Board as BoardData } from '#contract/board.ts'
import { changesWords } from '#model/board-changes.ts'
import { countCards } from '#model/board-view.ts'
import { type CardFilter, filterCards } from '#model/card-filter.ts'
import { indexLabels, type LabelIndex, resolveLabelId } from '#model/card-labels.ts'
import type { OtherKey } from '#model/move-options.ts'
import { readingNote } from '#model/reading-note.ts'
import { useBoardRead } from '#queries/board.ts'
import { type BoardView, useBoardView } from '#queries/board-view.ts'
import { asksForProject, type Failure, failureWords, troubleOf } from '#queries/failure.ts'
import { useLabels } from '#queries/labels.ts'
import { useOnline } from '#queries/online.ts'
import { type BoardSession, boardKey, labelsKey } from '#queries/session.ts'
import { useSteady } from '#queries/steady.ts'
import { useTryAgain } from '#queries/try-again.ts'
import { type OpenCard, showBoard } from '#state/board-ui-store.ts'
import { resetNotices, say } from '#state/notice-store.ts'
import { rememberSeenProjects } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'
import { Board } from './Board.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'

const ProjectChoice = lazy(() => import('./ProjectChoice.tsx').then((module) => ({ default: module.ProjectChoice })))

/** What the board asks of the app around it. */
export interface BoardScreenActions {
  openCard: OpenCard
  clearFilter: () => void
  /** Undefined: the board without a project. */
  chooseProject: (projectId: string | undefined) => void
  /** Goes to add another key. */
  chooseKey: () => void
  /** Asks for a new secret of this board's key. */
  replaceSecret: () => void
  switchKey: (keyId: string) => void
  /** Shows what the service sent that this app has no meaning for. */
  showNotUnderstood: () => void
}

interface BoardScreenProps {
  session: BoardSession
  role: string
  /** Other held keys that reach this board. */
  others: readonly OtherKey[]
  filter: CardFilter
  actions: BoardScreenActions
}

/** The board of a session in each of its states: being read, unreadable, in want of a project, or there. */
export function BoardScreen({ session, role, others, filter, actions }: BoardScreenProps) {
  const read = useBoardRead(session)
  const tryAgain = useTryAgain(boardKey(session))
  const labels = useLabels(session)
  const labelTrouble = troubleOf(labels)
  const readLabels = useTryAgain(labelsKey(session))
  const view = useBoardView(session)
  const online = useOnline()
  // Counts change with every label that is put on a card; cards do not show them, so they must not be drawn anew for them.
  const shownLabels = useSteady((labels.data?.labels ?? []).map((label) => ({ ...label, taskCount: undefined })))
  const index = useMemo(() => indexLabels(shownLabels), [shownLabels])
  const shown = useMemo(() => view && filterCards(view.board, filter, index), [view, filter, index])

  const { keyId, workspaceId } = session
  useEffect(() => {
    showBoard({ keyId, workspaceId })
    return () => {
      showBoard(null)
      resetNotices()
    }
  }, [keyId, workspaceId])
  useChangesAnnounced(view?.changes)
  useSeenProjects(workspaceId, read.data?.board)
  useUnknownLabels(view?.board, index, labels.refetch)

  if (read.error && !read.data && asksForProject(read.error, session.projectId)) {
    return (
      <Suspense>
        <ProjectChoice session={session} error={read.error} onChoose={actions.chooseProject} />
      </Suspense>
    )
  }
  if (!view || !shown) {
    const error = read.error ?? read.failureReason
    return error ? (
      <Unreadable error={error} retrying={read.isFetching} onRetry={tryAgain} actions={actions} />
    ) : (
      <BoardSkeleton />
    )
  }
  const trouble = troubleOf(read)
  const empty = emptiness(countCards(view.board), countCards(shown), view.board.columns.length)
  return (
    <div className="flex h-full min-h-0 flex-col">
      {!online && <OfflineStrip />}
      {online && trouble && <StaleStrip error={trouble} onRetry={tryAgain} onSecret={actions.replaceSecret} />}
      {online && labelTrouble && !labels.data && (
        <Strip text={`The labels could not be read. ${failureWords(labelTrouble)}`}>
          <Button onClick={readLabels}>Retry</Button>
        </Strip>
      )}
      <ReadingStrip board={view.board} onShow={actions.showNotUnderstood} />
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
          changes={view.changes}
          labels={index}
          others={others}
          onOpenCard={actions.openCard}
          onSwitchKey={actions.switchKey}
        />
      </div>
    </div>
  )
}

/** A label that a colleague has just made is on a card before it is in our list: then the list is read again, once. */
function useUnknownLabels(board: BoardData | undefined, index: LabelIndex, refetch: () => void): void {
  const unknown = useMemo(() => {
    const ids = board?.columns.flatMap((column) => column.cards.flatMap((card) => card.labels ?? [])) ?? []
    return [...new Set(ids.map((label) => resolveLabelId(label.id, index)).filter((id) => !index.byId.has(id)))].join()
  }, [board, index])
  const isRead = index.byId.size > 0
  useEffect(() => {
    if (unknown && isRead) refetch()
  }, [unknown, isRead, refetch])
}

/** The projects of the cards that were seen are offered when one has to be chosen. [gap G12] */
function useSeenProjects(workspaceId: string, board: BoardData | undefined): void {
  useEffect(() => {
    const ids = new Set(board?.columns.flatMap((column) => column.cards.map((card) => card.projectId)))
    ids.delete('')
    if (ids.size > 0) rememberSeenProjects(workspaceId, [...ids])
  }, [workspaceId, board])
}

/** What the repository moved on by itself, or somebody else changed, is said as it comes; never called a failure. */
function useChangesAnnounced(changes: BoardView['changes'] | undefined): void {
  const told = useRef(0)
  useEffect(() => {
    const news = [...(changes?.values() ?? [])].filter((change) => change.at > told.current)
    if (news.length === 0) return
    told.current = Math.max(...news.map((change) => change.at))
    say(changesWords(news), 'neutral')
  }, [changes])
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
  actions: BoardScreenActions
}

function Unreadable({ error, retrying, onRetry, actions }: UnreadableProps) {
  return (
    <div className="flex h-full p-6">
      <ErrorCard
        title={error.status === 401 ? 'The key was not accepted' : 'The board cannot be read'}
        text={failureWords(error)}
        trace={error.trace}
      >
        <Button kind="primary" onClick={onRetry}>
          {retrying ? 'Trying again…' : 'Retry'}
        </Button>
        {error.status === 401 && <Button onClick={actions.replaceSecret}>Enter the new secret</Button>}
        <Button onClick={actions.chooseKey}>Use another key</Button>
      </ErrorCard>
    </div>
  )
}

/** Says what of the board is missing from the screen. */
function ReadingStrip({ board, onShow }: { board: BoardData; onShow: () => void }) {
  const note = readingNote('card or column of this board', 'cards or columns of this board', board)
  if (!note) return null
  return (
    <p className="flex items-center gap-3 border-line border-b px-3 py-1 text-ink-soft sm:px-5">
      <span className="min-w-0">{note}</span> <Button onClick={onShow}>Details</Button>
    </p>
  )
}

function OfflineStrip() {
  return (
    <p role="alert" className="border-line border-b bg-warning-tint px-5 py-1.5">
      <strong className="font-semibold">Offline.</strong> You see the board as it was last read. It can be looked at but
      not changed until the connection is back.
    </p>
  )
}

/** The last board stays in sight when it cannot be read anew. */
function StaleStrip({ error, onRetry, onSecret }: { error: Failure; onRetry: () => void; onSecret: () => void }) {
  const what = error.status === 401 ? 'The key is no longer accepted.' : 'The board could not be read again.'
  return (
    <Strip text={`${what} ${failureWords(error)} You see the last one read.`}>
      <Button onClick={onRetry}>Retry</Button>
      {error.status === 401 && <Button onClick={onSecret}>Enter the new secret</Button>}
    </Strip>
  )
}

function Strip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-b bg-warning-tint px-5 py-1.5">
      <span className="min-w-0 flex-1">{text}</span>
      {children}
    </div>
  )
}
