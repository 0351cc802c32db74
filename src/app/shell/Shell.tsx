import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { NoBoard } from '#features/workspaces/NoBoard.tsx'
import { whenIdle } from '#hooks/schedule.ts'
import { BOARD_PART } from '#messages/part-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { projectToOpen } from '#model/choose-board.ts'
import {
  type BoardAccess,
  BoardAccessProvider,
  otherKeysFor,
  useOptionalBoardAccess,
} from '#queries/access/board-access.ts'
import { type CurrentBoard, useCurrentBoard } from '#queries/access/use-current-board.ts'
import { BoardViewProvider } from '#queries/board-view/use-board-view.tsx'
import { CredentialLoads } from '#queries/credentials/CredentialLoads.tsx'
import { boardRefOf, useAccessibleBoards } from '#queries/credentials/me-query.ts'
import { answers, useLoaded } from '#start/later.tsx'
import { rememberBoard, useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { ToastBar } from '../ToastBar.tsx'
import { Header } from './Header.tsx'
import { OpenBoard } from './OpenBoard.tsx'

/** The app once a key is stored: header, board, and what is open above it. */
export function Shell() {
  const current = useCurrentBoard()
  const access = useAccess(current)
  const { isWallDisplay } = useUrl()
  const screen = access ? `${sessionKey(access.session)} ${isWallDisplay}` : current.type
  return (
    <BoardAccessProvider value={access}>
      <CredentialLoads />
      <BoardViewProvider>
        <Layout screen={screen} isBare={isWallDisplay && access !== undefined}>
          {access ? (
            <ErrorBoundary key={sessionKey(access.session)} subject={BOARD_PART}>
              <OpenBoard />
            </ErrorBoundary>
          ) : (
            current.type !== 'board' && <NoBoard current={current} />
          )}
        </Layout>
      </BoardViewProvider>
    </BoardAccessProvider>
  )
}

interface LayoutProps {
  /** Differs between screens. */
  screen: string
  /** Without anything to operate. */
  isBare: boolean
  children: ReactNode
}

const PAGE =
  'flex h-[calc(100dvh-env(safe-area-inset-top))] flex-col short:h-auto print:block print:h-auto'

/** It stays while boards open and close, with its focus, its open dialog, and its toast. */
function Layout({ screen, isBare, children }: LayoutProps) {
  const main = useRef<HTMLElement>(null)
  const session = useOptionalBoardAccess()?.session
  const code = useLoaded(answers)
  useMainFocus(main, screen)
  return (
    // Without a session, the header isn't complete.
    <div className={session ? PAGE : `${PAGE} appear-late`}>
      {!isBare && <Header />}
      {!isBare && session && code && <code.FilterChips />}
      <main
        ref={main}
        tabIndex={-1}
        data-focus-home
        className="relative min-h-0 flex-1 overflow-x-clip outline-none short:h-[max(16rem,100dvh)] short:flex-none print:h-auto"
      >
        {children}
      </main>
      {code && <code.ShellBackground session={session} isBare={isBare} />}
      {!isBare && <ToastBar />}
    </div>
  )
}

/** What the current key can do on the current board; undefined while no board is open. */
function useAccess(current: CurrentBoard): BoardAccess | undefined {
  const { projectId } = useUrl()
  const boards = useAccessibleBoards()
  const board = current.type === 'board' ? current.board : undefined
  const ref = board && boardRefOf(board)
  const session = useSessionOf(ref?.keyId, ref?.workspaceId, projectId)
  useUrlDefaults(session)
  if (!board || !session) return undefined
  return { session, role: board.entry.role, otherKeys: otherKeysFor(boards, session) }
}

/** The same object as long as key, board, and project are the same. */
function useSessionOf(
  keyId: string | undefined,
  workspaceId: string | undefined,
  projectInUrl: string | null | undefined,
): BoardSession | undefined {
  const projectId = useRecentBoardsStore(({ lastProject }) =>
    workspaceId === undefined ? undefined : projectToOpen(projectInUrl, lastProject, workspaceId),
  )
  useEffect(() => {
    const isOpen = keyId !== undefined && workspaceId !== undefined
    if (isOpen) rememberBoard({ keyId, workspaceId })
  }, [keyId, workspaceId])
  return useMemo(() => {
    const isOpen = keyId !== undefined && workspaceId !== undefined
    return isOpen ? { keyId, workspaceId, projectId } : undefined
  }, [keyId, workspaceId, projectId])
}

/** Write remembered defaults into the URL. From here on, the URL is the source of truth. */
function useUrlDefaults(session: BoardSession | undefined): void {
  const url = useUrl()
  useEffect(() => {
    if (!session) return
    const { workspaceId, projectId } = session
    const hasProject = url.projectId !== undefined || projectId === undefined
    if (url.workspaceId !== undefined && hasProject) return
    changeUrl({ workspaceId, ...(projectId === undefined ? {} : { projectId }) }, 'replace')
  }, [session, url.workspaceId, url.projectId])
}

const MAX_FOCUS_DELAY_MS = 200

/**
 * When the focused element is gone with its screen, the new screen gets the focus, once it is
 * drawn: before, the focus would cost a layout of its own.
 */
function useMainFocus(main: RefObject<HTMLElement | null>, screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(
    () =>
      whenIdle(() => {
        const { activeElement } = document
        const isLost = !activeElement || activeElement === document.body
        if (isLost) main.current?.focus({ preventScroll: true })
      }, MAX_FOCUS_DELAY_MS),
    [main, screen],
  )
}

function sessionKey({ keyId, workspaceId, projectId }: BoardSession): string {
  return `${keyId} ${workspaceId} ${projectId}`
}
