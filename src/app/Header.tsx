import { type ReactNode, useRef, useState } from 'react'
import { countBlocked } from '#model/board-view.ts'
import { useRefreshBoard } from '#queries/board.ts'
import { useBoardFreshness, useBoardView } from '#queries/board-view.ts'
import type { BoardSession } from '#queries/session.ts'
import { projectTitle, setTheme, type Theme, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { LazyMenu } from '#ui/LazyMenu.tsx'
import { FilterMenu } from './parts.ts'
import type { ChangeUrl, UrlState } from './url-state.ts'

interface HeaderProps {
  /** The page's heading, for those who navigate by headings. */
  title: string
  picker: ReactNode
  session: BoardSession | undefined
  url: UrlState
  changeUrl: ChangeUrl
  onLabels: () => void
  onLabelMany: () => void
  onShortcuts: () => void
}

/** The one row of chrome above the board. */
export function Header(props: HeaderProps) {
  const { title, picker, session, url, changeUrl, onLabels, onLabelMany, onShortcuts } = props
  return (
    <header className="app-header flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-surface px-3 py-1.5">
      <h1 className="sr-only">{title}</h1>
      <img src="/favicon.svg" alt="" className="hidden size-6 sm:block" />
      {picker}
      {session?.projectId && <ProjectButton session={session} changeUrl={changeUrl} />}
      {session && <Filters session={session} url={url} changeUrl={changeUrl} onLabelMany={onLabelMany} />}
      {session && (
        <Button className="ml-auto" onClick={onLabels}>
          <Icon name="label" className="hidden sm:inline-block" />
          Labels
        </Button>
      )}
      {session && <Freshness session={session} />}
      {session && <RefreshButton session={session} />}
      <MoreMenu onShortcuts={onShortcuts} />
    </header>
  )
}

function ProjectButton({ session, changeUrl }: { session: BoardSession; changeUrl: ChangeUrl }) {
  const settings = useSettingsStore()
  const name = projectTitle(settings, session.workspaceId, session.projectId ?? '')
  return (
    <Button
      kind="quiet"
      aria-label={`${name}, choose another`}
      onClick={() => changeUrl({ projectId: null, cardNumber: undefined }, 'push')}
    >
      <bdi className="max-w-48 truncate">{name}</bdi>
    </Button>
  )
}

interface FiltersProps {
  session: BoardSession
  url: UrlState
  changeUrl: ChangeUrl
  onLabelMany: () => void
}

function Filters(props: FiltersProps) {
  const { session, url, changeUrl } = props
  const view = useBoardView(session)
  const blocked = view ? countBlocked(view.board) : 0
  return (
    <div className="order-last flex min-w-0 basis-40 grow items-center gap-1.5 sm:order-none sm:grow-0 sm:basis-auto">
      <input
        type="search"
        aria-label="Filter cards"
        aria-keyshortcuts="/"
        placeholder="Filter cards"
        className="field min-h-[1.875rem] min-w-0 flex-1 py-1 sm:w-48"
        value={url.text}
        onChange={(event) => changeUrl({ text: event.target.value }, 'replace')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') changeUrl({ text: '' }, 'replace')
        }}
      />
      <FilterButton {...props} />
      {(blocked > 0 || url.blockedOnly) && (
        <Button aria-pressed={url.blockedOnly} onClick={() => changeUrl({ blockedOnly: !url.blockedOnly }, 'replace')}>
          <Icon name="stop" className="text-danger" />
          {blocked} blocked
        </Button>
      )}
    </div>
  )
}

function FilterButton({ session, url, changeUrl, onLabelMany }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const set = url.labelIds.length + url.priorities.length
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        aria-label={`Filter by label or priority${set > 0 ? `, ${set} chosen` : ''}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-pressed={set > 0}
        onClick={() => setOpen(!open)}
      >
        <Icon name="filter" />
        {set > 0 && set}
      </button>
      {open && (
        <LazyBoundary part="filter" onLeave={close}>
          <FilterMenu
            session={session}
            url={url}
            changeUrl={changeUrl}
            anchor={() => button.current}
            onClose={close}
            onLabelMany={onLabelMany}
          />
        </LazyBoundary>
      )}
    </>
  )
}

const STALE_AFTER = 60_000

function Freshness({ session }: { session: BoardSession }) {
  const { asOf, failed } = useBoardFreshness(session)
  const stale = failed || (asOf !== undefined && Date.now() - asOf > STALE_AFTER)
  if (asOf === undefined) return null
  return (
    <span
      data-stale={stale ? '' : undefined}
      className="order-last whitespace-nowrap text-ink-soft text-xs data-stale:text-warning sm:order-none"
    >
      as of {clockTime(asOf)}
    </span>
  )
}

function RefreshButton({ session }: { session: BoardSession }) {
  const { reading } = useBoardFreshness(session)
  const refresh = useRefreshBoard(session)
  return (
    <Button kind="quiet" aria-label="Refresh" aria-busy={reading} onClick={refresh}>
      <Icon name="refresh" className={reading ? 'motion-safe:animate-spin' : ''} />
    </Button>
  )
}

function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}

const THEMES: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'Theme as the system' },
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
]

function MoreMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const theme = useSettingsStore((state) => state.theme)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const themes = THEMES.map((one) => ({
    id: one.theme,
    label: one.label,
    checked: one.theme === theme,
    onSelect: () => {
      setTheme(one.theme)
      close()
    },
  }))
  const shortcuts = {
    id: 'shortcuts',
    label: 'Keyboard',
    onSelect: () => {
      close()
      onShortcuts()
    },
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        data-kind="quiet"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <LazyMenu label="More" items={[...themes, shortcuts]} anchor={() => button.current} onClose={close} sheet />
      )}
    </>
  )
}
