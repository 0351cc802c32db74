import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { WorkspacePicker } from '#features/picker/WorkspacePicker.tsx'
import { findCard } from '#model/board-view.ts'
import type { OtherKey } from '#model/move-options.ts'
import { useBoardView } from '#queries/board-view.ts'
import { forgetKey, type ReachableBoard, reachableBoards, useKeyStandings } from '#queries/credentials.ts'
import type { BoardSession } from '#queries/session.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { rememberBoard, rememberProject, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'
import { preloadMenu } from '#ui/LazyMenu.tsx'
import { chooseCurrent } from './current-board.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { type ChangeUrl, type UrlState, useUrlState } from './url-state.ts'
import { useAppKeys } from './use-app-keys.ts'

// Asked for as soon as the app runs, so that it comes beside the first answers and not after them.
const boardScreen = import('#features/board/BoardScreen.tsx')
const BoardScreen = lazy(() => boardScreen.then((module) => ({ default: module.BoardScreen })))
const BoardChoice = lazy(() => import('./BoardChoice.tsx').then((module) => ({ default: module.BoardChoice })))
const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))
const CardPanel = lazy(() => import('#features/card/CardPanel.tsx').then((module) => ({ default: module.CardPanel })))
const LabelsDialog = lazy(() =>
  import('#features/labels/LabelsDialog.tsx').then((module) => ({ default: module.LabelsDialog })),
)
const ShortcutsDialog = lazy(() =>
  import('#features/help/ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

type OpenDialog = 'none' | 'labels' | 'shortcuts' | 'commands'

interface ShellProps {
  keys: readonly HeldKey[]
  /** The key that was connected last in this visit. */
  preferredKey: string | undefined
  onAddKey: () => void
}

/** The app once a key is held: header, the board that the address names, and what is open above it. */
export function Shell({ keys, preferredKey, onAddKey }: ShellProps) {
  const queryClient = useQueryClient()
  const [url, changeUrl] = useUrlState()
  const [dialog, setDialog] = useState<OpenDialog>('none')
  const [chosenKey, setChosenKey] = useState(preferredKey)
  const standings = useKeyStandings(keys)
  const { lastBoard, lastKey, lastProject } = useSettingsStore()
  const boards = reachableBoards(standings)
  const current = chooseCurrent(standings, { workspaceId: url.workspaceId, keyId: chosenKey, lastKey, lastBoard })
  const board = current.at === 'board' ? current.board : undefined
  const keyId = board?.key.id
  const workspaceId = board?.entry.workspaceId
  const projectId = url.projectId ?? (workspaceId === undefined ? undefined : lastProject[workspaceId])
  const session = useMemo<BoardSession | undefined>(
    () => (keyId !== undefined && workspaceId !== undefined ? { keyId, workspaceId, projectId } : undefined),
    [keyId, workspaceId, projectId],
  )

  useEffect(() => {
    if (keyId !== undefined && workspaceId !== undefined) rememberBoard(keyId, workspaceId)
  }, [keyId, workspaceId])
  useEffect(() => {
    if (workspaceId !== undefined && url.workspaceId === undefined) changeUrl({ workspaceId }, 'replace')
  }, [workspaceId, url.workspaceId, changeUrl])
  useEffect(() => {
    document.title = workspaceId === undefined ? 'Trunkline' : `Board ${workspaceId} · Trunkline`
  }, [workspaceId])
  const appKeys = useMemo(
    () => ({
      onHelp: () => setDialog('shortcuts'),
      onLabels: () => setDialog('labels'),
      onCommands: () => setDialog('commands'),
    }),
    [],
  )
  useEffect(preloadMenu, [])
  useAppKeys(session, appKeys)

  const chooseBoard = (chosen: ReachableBoard) => {
    setChosenKey(chosen.key.id)
    rememberBoard(chosen.key.id, chosen.entry.workspaceId)
    changeUrl(
      {
        workspaceId: chosen.entry.workspaceId,
        projectId: undefined,
        cardNumber: undefined,
        text: '',
        blockedOnly: false,
      },
      'push',
    )
  }
  const picker = (
    <WorkspacePicker
      standings={standings}
      current={board}
      onChoose={chooseBoard}
      onAddKey={onAddKey}
      onRemoveKey={(key) => void forgetKey(queryClient, key.id)}
    />
  )
  return (
    <div className="flex h-dvh flex-col">
      <Header
        title={board ? `Board ${board.entry.workspaceId}` : 'Trunkline'}
        picker={picker}
        session={session}
        url={url}
        changeUrl={changeUrl}
        onLabels={() => setDialog('labels')}
        onShortcuts={() => setDialog('shortcuts')}
      />
      <main className="min-h-0 flex-1">
        <Suspense>
          {session && board ? (
            <ErrorBoundary part="board" key={`${session.keyId} ${session.workspaceId} ${session.projectId}`}>
              <OpenBoard
                session={session}
                role={board.entry.role}
                others={otherKeys(boards, board)}
                url={url}
                changeUrl={changeUrl}
                onAddKey={onAddKey}
                onSwitchKey={setChosenKey}
              />
            </ErrorBoundary>
          ) : (
            <NoBoard
              standings={standings}
              current={current}
              boards={boards}
              onChoose={chooseBoard}
              onAddKey={onAddKey}
            />
          )}
        </Suspense>
      </main>
      <Suspense>
        {session && board && dialog === 'labels' && (
          <ErrorBoundary part="labels dialog" onLeave={() => setDialog('none')}>
            <LabelsDialog session={session} role={board.entry.role} onClose={() => setDialog('none')} />
          </ErrorBoundary>
        )}
        {session && dialog === 'commands' && (
          <CommandPalette
            session={session}
            boards={boards}
            url={url}
            changeUrl={changeUrl}
            onChooseBoard={chooseBoard}
            onDialog={setDialog}
            onAddKey={onAddKey}
            onClose={() => setDialog('none')}
          />
        )}
        {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog('none')} />}
      </Suspense>
    </div>
  )
}

/** The other held keys that reach the same board. */
function otherKeys(boards: readonly ReachableBoard[], current: ReachableBoard): OtherKey[] {
  return boards
    .filter(({ key, entry }) => entry.workspaceId === current.entry.workspaceId && key.id !== current.key.id)
    .map(({ key, entry }) => ({ keyId: key.id, name: key.name, role: entry.role }))
}

interface OpenBoardProps {
  session: BoardSession
  role: string
  others: readonly OtherKey[]
  onSwitchKey: (keyId: string) => void
  url: UrlState
  changeUrl: ChangeUrl
  onAddKey: () => void
}

function OpenBoard({ session, role, others, url, changeUrl, onAddKey, onSwitchKey }: OpenBoardProps) {
  const view = useBoardView(session)
  const filter = useMemo(() => ({ text: url.text, blockedOnly: url.blockedOnly }), [url.text, url.blockedOnly])
  const [openedId, setOpenedId] = useState<string>()
  const opened = openedId === undefined ? undefined : view && findCard(view.board, openedId)?.card
  const linked = view?.board.columns.flatMap((column) => column.cards).find((card) => card.number === url.cardNumber)
  const isOpened = opened !== undefined && opened.number === url.cardNumber
  const cardId = isOpened || url.cardNumber === undefined ? openedId : (linked?.id ?? `#${url.cardNumber}`)
  const openCard = (id: string) => {
    const number = view && findCard(view.board, id)?.card.number
    setOpenedId(id)
    if (number !== undefined) changeUrl({ cardNumber: number }, 'push')
  }
  const closeCard = () => {
    setOpenedId(undefined)
    changeUrl({ cardNumber: undefined }, 'replace')
  }
  const chooseProject = (projectId: string) => {
    rememberProject(session.workspaceId, projectId)
    changeUrl({ workspaceId: session.workspaceId, projectId, cardNumber: undefined }, 'push')
  }
  return (
    <>
      <BoardScreen
        session={session}
        role={role}
        others={others}
        filter={filter}
        actions={{
          openCard,
          clearFilter: () => changeUrl({ text: '', blockedOnly: false }, 'replace'),
          chooseProject,
          chooseKey: onAddKey,
          switchKey: onSwitchKey,
        }}
      />
      {view && cardId !== undefined && (
        <Suspense>
          <ErrorBoundary part="card" onLeave={closeCard}>
            <CardPanel key={cardId} session={session} role={role} cardId={cardId} onClose={closeCard} />
          </ErrorBoundary>
        </Suspense>
      )}
    </>
  )
}

interface NoBoardProps {
  standings: ReturnType<typeof useKeyStandings>
  current: ReturnType<typeof chooseCurrent>
  boards: readonly ReachableBoard[]
  onChoose: (board: ReachableBoard) => void
  onAddKey: () => void
}

function NoBoard({ standings, current, boards, onChoose, onAddKey }: NoBoardProps) {
  const queryClient = useQueryClient()
  const waiting = current.at === 'waiting'
  const failed = standings.find(({ credential, error }) => !credential && error)
  if (waiting)
    return (
      <p role="status" className="p-6 text-ink-soft">
        Asking which boards your keys reach…
      </p>
    )
  if (failed?.error && boards.length === 0) {
    return (
      <div className="flex h-full p-6">
        <ErrorCard
          title={failed.error.status === 401 ? 'The key was not accepted' : 'Your boards cannot be read'}
          text={failed.error.message}
          trace={failed.error.trace}
        >
          <Button kind="primary" onClick={() => queryClient.invalidateQueries({ queryKey: ['me'] })}>
            Retry
          </Button>
          <Button onClick={onAddKey}>Use another key</Button>
        </ErrorCard>
      </div>
    )
  }
  return (
    <BoardChoice
      unreachable={current.at === 'unreachable' ? current.workspaceId : undefined}
      boards={boards}
      onChoose={onChoose}
      onAddKey={onAddKey}
    />
  )
}
