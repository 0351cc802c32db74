import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { WorkspacePicker } from '#features/picker/WorkspacePicker.tsx'
import type { OtherKey } from '#model/move-options.ts'
import { forgetKey, type ReachableBoard, reachableBoards, useKeyStandings } from '#queries/credentials.ts'
import type { BoardSession } from '#queries/session.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { rememberBoard, useSettingsStore } from '#state/settings-store.ts'
import { preloadMenu } from '#ui/LazyMenu.tsx'
import { chooseCurrent } from './current-board.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { NoBoard } from './NoBoard.tsx'
import { OpenBoard } from './OpenBoard.tsx'
import { useUrlState } from './url-state.ts'
import { useAppKeys } from './use-app-keys.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))
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
  const rememberedProject = workspaceId === undefined ? undefined : lastProject[workspaceId]
  const projectId = url.projectId === undefined ? rememberedProject : (url.projectId ?? undefined)
  const session = useMemo<BoardSession | undefined>(
    () => (keyId !== undefined && workspaceId !== undefined ? { keyId, workspaceId, projectId } : undefined),
    [keyId, workspaceId, projectId],
  )

  useEffect(() => {
    if (keyId !== undefined && workspaceId !== undefined) rememberBoard(keyId, workspaceId)
  }, [keyId, workspaceId])
  useEffect(() => {
    // What memory has filled in is written into the address, which from then on rules.
    const isWhole = url.workspaceId !== undefined && (url.projectId !== undefined || projectId === undefined)
    if (workspaceId !== undefined && !isWhole)
      changeUrl({ workspaceId, ...(projectId === undefined ? {} : { projectId }) }, 'replace')
  }, [workspaceId, projectId, url.workspaceId, url.projectId, changeUrl])
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
    // The question itself is where Back leads to.
    if (url.workspaceId === undefined) changeUrl({ workspaceId: null }, 'replace')
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
      onRemoveKey={(key) => void forgetKey(queryClient, key)}
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
