import { useRef } from 'react'
import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { boardTitle, useSettingsStore } from '#state/settings-store.ts'
import { Icon } from '#ui/Icon.tsx'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const PickerMenu = lazyPart(() => import('./PickerMenu.tsx').then((module) => module.PickerMenu))

/** Fetches the list's code, so that it opens at once. */
export const preloadPicker = PickerMenu.preload

/** What can be asked for in the picker. */
export interface PickerActions {
  choose: (board: ReachableBoard) => void
  addKey: () => void
  removeKey: (key: HeldKey) => void
  showKey: (key: HeldKey) => void
  /** Gives names to the board on the screen and its project. */
  giveNames: () => void
}

interface WorkspacePickerProps {
  standings: readonly KeyStanding[]
  /** Every reachable board, last used first. */
  boards: readonly ReachableBoard[]
  current: ReachableBoard | undefined
  open: 'no' | 'by-press' | 'by-key'
  onOpen: (open: 'no' | 'by-press') => void
  actions: PickerActions
}

/** The button that names the board, and the list of every board that the held keys reach. */
export function WorkspacePicker({ standings, boards, current, open, onOpen, actions }: WorkspacePickerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const settings = useSettingsStore()
  const close = () => {
    onOpen('no')
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button min-w-0 shrink"
        aria-haspopup="menu"
        aria-expanded={open !== 'no'}
        aria-keyshortcuts="W"
        onClick={() => onOpen(open === 'no' ? 'by-press' : 'no')}
      >
        <span className="sr-only">Workspace</span>{' '}
        <bdi className="max-w-56 truncate">
          {current ? boardTitle(settings, current.entry.workspaceId) : 'Choose a board'}
        </bdi>{' '}
        {current && <span className="text-ink-soft">{current.entry.role}</span>}
        <Icon name="chevron" className="size-3" />
      </button>
      {open !== 'no' && (
        <LazyBoundary part="list of boards" onLeave={close}>
          <PickerMenu
            standings={standings}
            boards={boards}
            current={current}
            startAtPrevious={open === 'by-key'}
            anchor={() => button.current}
            onClose={close}
            actions={actions}
          />
        </LazyBoundary>
      )}
    </>
  )
}
