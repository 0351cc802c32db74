import { ChevronDown, RefreshCw, Tag } from 'lucide'
import { FilterBar } from '#features/filters/FilterBar.tsx'
import { useRefresh } from '#features/shared/use-refresh.ts'
import { ViewButton } from '#features/views/ViewButton.tsx'
import { WorkspacePicker } from '#features/workspaces/WorkspacePicker.tsx'
import { NARROW, useMediaQuery } from '#hooks/use-media-query.ts'
import { loadedAtTime } from '#messages/board-messages.ts'
import { LIVE_NOW, REFRESH } from '#messages/common-messages.ts'
import { LABELS } from '#messages/list-messages.ts'
import { chooseAnother } from '#messages/name-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { clockTime } from '#model/clock-time.ts'
import { keycap } from '#model/keycap.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { useBoardFreshness } from '#queries/feed/use-board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { useBoardTitle, useProjectTitle } from '#state/names.ts'
import { changeUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MoreMenu } from './MoreMenu.tsx'

const HEADER = [
  'flex min-h-12 flex-wrap items-center gap-1 border-line border-b bg-surface px-3 py-1.5',
  'sm:flex-nowrap max-sm:px-2 print:hidden',
].join(' ')

/** One row, also where it is too narrow for all names. */
const ROW = 'flex w-full min-w-0 items-center sm:contents'

/** The only chrome above the board. */
export function Header() {
  const session = useOptionalBoardAccess()?.session
  const title = useBoardTitle(session?.workspaceId ?? '')
  // Below the rest on a narrow screen, and therefore after it for the keyboard.
  const isNarrow = useMediaQuery(NARROW)
  return (
    <header data-app-header className={HEADER}>
      <h1 className="sr-only">{session ? title : 'Trunkline'}</h1>
      <div className={ROW}>
        <img src="/favicon.svg" alt="" className="hidden size-6 sm:block" />
        <WorkspacePicker />
        {session?.projectId && (
          <ProjectButton workspaceId={session.workspaceId} projectId={session.projectId} />
        )}
        {session && !isNarrow ? <FilterBar /> : <span className="grow" />}
        {session && (
          <>
            <ViewButton />
            <LabelsButton />
            <Freshness session={session} />
            <RefreshButton session={session} />
          </>
        )}
        <MoreMenu />
      </div>
      {session && isNarrow && <FilterBar />}
    </header>
  )
}

function LabelsButton() {
  return (
    <Button
      kind="quiet"
      data-tip={LABELS}
      aria-keyshortcuts={keycap('g l')}
      onClick={() => openDialog({ type: 'labels' })}
    >
      <Icon icon={Tag} className="size-4" />
      <span className="max-xl:sr-only">{LABELS}</span>
    </Button>
  )
}

interface ProjectButtonProps {
  workspaceId: string
  projectId: string
}

function ProjectButton({ workspaceId, projectId }: ProjectButtonProps) {
  const name = useProjectTitle(workspaceId, projectId)
  const chooseProject = () => changeUrl({ projectId: null, cardNumber: undefined }, 'push')
  return (
    <Button kind="quiet" aria-label={chooseAnother(name)} onClick={chooseProject}>
      <bdi className="max-w-48 truncate">{name}</bdi>
      <Icon icon={ChevronDown} className="size-3" />
    </Button>
  )
}

const STALE_AFTER_MS = 60_000

function Freshness({ session }: { session: BoardSession }) {
  const { loadedAt, hasFailed } = useBoardFreshness(session)
  const isLive = useBoardUiStore((state) => state.isLive)
  const isLoaded = loadedAt !== undefined
  const isOld = !isLive && isLoaded && Date.now() - loadedAt > STALE_AFTER_MS
  const isStale = isOld || (isLoaded && hasFailed)
  return (
    <span
      data-stale={isStale || undefined}
      // Its place is there before the first load, and as wide for both texts: nothing moves.
      aria-hidden={!isLoaded}
      className="w-32 shrink-50 truncate px-1 text-end text-ink-soft text-xs digits aria-hidden:invisible data-stale:text-warning max-sm:not-data-stale:sr-only"
    >
      {isLive && !isStale ? LIVE_NOW : loadedAtTime(clockTime(loadedAt ?? 0))}
    </span>
  )
}

function RefreshButton({ session }: { session: BoardSession }) {
  const { isLoading } = useBoardFreshness(session)
  const refresh = useRefresh(session)
  return (
    <Button
      kind="quiet"
      aria-label={REFRESH}
      aria-keyshortcuts={keycap('r')}
      aria-busy={isLoading}
      onClick={refresh}
    >
      <Icon
        icon={RefreshCw}
        data-loading={isLoading ? '' : undefined}
        className="size-4 motion-safe:data-loading:animate-spin"
      />
    </Button>
  )
}
