import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { WorkspacePicker } from '#features/picker/WorkspacePicker.tsx'
import type { OtherKey } from '#model/move-options.ts'
import { forgetKey, type ReachableBoard, reachableBoards, useKeyStandings } from '#queries/credentials.ts'
import type { BoardSession } from '#queries/session.ts'
import { carryFocus } from '#state/board-ui-store.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { say } from '#state/notice-store.ts'
import { boardTitle, rememberBoard, useSettingsStore } from '#state/settings-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { byLastUse, chooseCurrent } from './current-board.ts'
import { Dialogs, type OpenDialog } from './Dialogs.tsx'
import { Header } from './Header.tsx'
import { NoBoard } from './NoBoard.tsx'
import { OpenBoard } from './OpenBoard.tsx'
import { preloadParts } from './parts.ts'
import { NO_FILTERS, useUrlState } from './url-state.ts'
import { useAppKeys } from './use-app-keys.ts'

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
  const [dialog, setDialog] = useState<OpenDialog>({ at: 'none' })
  const standings = useKeyStandings(keys)
  const main = useRef<HTMLElement>(null)
  const settings = useSettingsStore()
  const { recent, lastProject } = settings
  const boards = byLastUse(reachableBoards(standings), recent)
  const current = chooseCurrent(standings, { workspaceId: url.workspaceId, keyId: preferredKey, recent })
  const board = current.at === 'board' ? current.board : undefined
  const keyId = board?.key.id
  const workspaceId = board?.entry.workspaceId
  const rememberedProject = workspaceId === undefined ? undefined : lastProject[workspaceId]
  const projectId = url.projectId === undefined ? rememberedProject : (url.projectId ?? undefined)
  const session = useMemo<BoardSession | undefined>(
    () => (keyId !== undefined && workspaceId !== undefined ? { keyId, workspaceId, projectId } : undefined),
    [keyId, workspaceId, projectId],
  )
  const title = workspaceId === undefined ? undefined : boardTitle(settings, workspaceId)

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
    document.title = title === undefined ? 'Trunkline' : `${title} · Trunkline`
  }, [title])
  const appKeys = useMemo(
    () => ({
      onHelp: () => setDialog({ at: 'shortcuts' }),
      onLabels: () => setDialog({ at: 'labels' }),
      onCommands: () => setDialog({ at: 'commands' }),
      onWorkspaces: () => setDialog({ at: 'workspaces', byKey: true }),
    }),
    [],
  )
  useEffect(preloadParts, [])
  useToldOfTheUnknown(setDialog)
  useFocusOnMain(main, `${keyId} ${workspaceId} ${projectId} ${current.at}`)
  useAppKeys(session, appKeys)

  const chooseBoard = (chosen: ReachableBoard) => {
    rememberBoard(chosen.key.id, chosen.entry.workspaceId)
    // Another key of the same board changes nothing that the address tells.
    if (chosen.entry.workspaceId === workspaceId && current.at === 'board') return
    // The question itself is where Back leads to.
    if (url.workspaceId === undefined) changeUrl({ workspaceId: null }, 'replace')
    changeUrl(
      { workspaceId: chosen.entry.workspaceId, projectId: undefined, cardNumber: undefined, ...NO_FILTERS },
      'push',
    )
  }
  const removeKey = (key: HeldKey) => void forgetKey(queryClient, key)
  const askForSecret = (id: string) => setDialog({ at: 'key', keyId: id, wantsSecret: true })
  const picker = (
    <WorkspacePicker
      standings={standings}
      boards={boards}
      current={board}
      open={dialog.at !== 'workspaces' ? 'no' : dialog.byKey ? 'by-key' : 'by-press'}
      onOpen={(open) => setDialog(open === 'no' ? { at: 'none' } : { at: 'workspaces', byKey: false })}
      actions={{
        choose: chooseBoard,
        addKey: onAddKey,
        removeKey,
        showKey: (key) => setDialog({ at: 'key', keyId: key.id, wantsSecret: false }),
        giveNames: () => setDialog({ at: 'names' }),
      }}
    />
  )
  return (
    <div className="flex h-dvh flex-col">
      <Header
        title={title ?? 'Trunkline'}
        picker={picker}
        session={session}
        url={url}
        changeUrl={changeUrl}
        onLabels={() => setDialog({ at: 'labels' })}
        onLabelMany={() => setDialog({ at: 'label-many' })}
        onShortcuts={() => setDialog({ at: 'shortcuts' })}
      />
      <main ref={main} tabIndex={-1} data-focus-home className="min-h-0 flex-1 outline-none">
        <Suspense>
          {session && board ? (
            <ErrorBoundary part="board" key={`${session.keyId} ${session.workspaceId} ${session.projectId}`}>
              <OpenBoard
                session={session}
                role={board.entry.role}
                boards={boards}
                others={otherKeys(boards, board)}
                url={url}
                changeUrl={changeUrl}
                onChooseBoard={chooseBoard}
                onAddKey={onAddKey}
                onReplaceSecret={() => askForSecret(session.keyId)}
                onNotUnderstood={() => setDialog({ at: 'not-understood' })}
                onSwitchKey={(id) => {
                  carryFocus(session.workspaceId)
                  rememberBoard(id, session.workspaceId)
                }}
              />
            </ErrorBoundary>
          ) : (
            <NoBoard
              standings={standings}
              current={current}
              boards={boards}
              onChoose={chooseBoard}
              onAddKey={onAddKey}
              onReplaceSecret={askForSecret}
            />
          )}
        </Suspense>
      </main>
      <Dialogs
        open={dialog}
        onOpen={setDialog}
        session={session}
        role={board?.entry.role ?? ''}
        boards={boards}
        standings={standings}
        url={url}
        changeUrl={changeUrl}
        onChooseBoard={chooseBoard}
        onAddKey={onAddKey}
        onRemoveKey={removeKey}
      />
    </div>
  )
}

/** Says once, quietly, that the service sends what this app has no meaning for. */
function useToldOfTheUnknown(onOpen: (dialog: OpenDialog) => void): void {
  const news = useNotUnderstoodStore((state) => state.news)
  useEffect(() => {
    if (news === 0) return
    useNotUnderstoodStore.setState({ news: 0 })
    const words = news === 1 ? 'something that this app does' : `${news} things that this app does`
    const action = { label: 'Show', run: () => onOpen({ at: 'not-understood' }) }
    say(`The service sent ${words} not understand.`, 'neutral', { action })
  }, [news, onOpen])
}

/** When what had the focus has gone with the screen it stood on, the focus goes to the new one and not to nowhere. */
function useFocusOnMain(main: RefObject<HTMLElement | null>, screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what this waits for
  useEffect(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [main, screen])
}

/** The other held keys that reach the same board. */
function otherKeys(boards: readonly ReachableBoard[], current: ReachableBoard): OtherKey[] {
  return boards
    .filter(({ key, entry }) => entry.workspaceId === current.entry.workspaceId && key.id !== current.key.id)
    .map(({ key, entry }) => ({ keyId: key.id, name: key.name, role: entry.role }))
}
