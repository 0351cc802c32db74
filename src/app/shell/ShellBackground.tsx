import { useEffect } from 'react'
import { useStartView } from '#features/views/use-start-view.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { loadFollows } from '#state/follows-store.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'
import { loadSavedViews } from '#state/saved-views-store.ts'
import { Tooltips } from '#ui/Tooltips.tsx'
import { useFocusGuard } from '#ui/use-focus-guard.ts'
import { Dialogs } from './Dialogs.tsx'
import { preloadLazyParts } from './preload-lazy-parts.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { useShortcuts } from './use-shortcuts.ts'

interface ShellBackgroundProps {
  session: BoardSession | undefined
  /** The screen has nothing to operate. */
  isBare: boolean
  /** Called once keys are answered. Must be stable. */
  onReady: () => void
}

/** Loads what the browser's storage has about views and followed cards. */
export function initializeViews(): void {
  loadSavedViews()
  loadFollows()
}

/**
 * The app's shortcuts, dialogs, and tooltips. It loads after the first screen, and then loads what
 * else can open.
 */
export function ShellBackground({ session, isBare, onReady }: ShellBackgroundProps) {
  useDocumentTitle(session)
  useStartView(session?.workspaceId)
  useFocusGuard(isCardFocused)
  useSingleKeysMark()
  useEffect(preloadLazyParts, [])
  useEffect(onReady, [onReady])
  return isBare ? null : <Controls session={session} />
}

function Controls({ session }: Pick<ShellBackgroundProps, 'session'>) {
  useShortcuts(session)
  return (
    <>
      <Dialogs />
      <Tooltips isQuiet={isDragging} />
    </>
  )
}

/** Styles hide the keycaps of keys that do nothing. */
function useSingleKeysMark(): void {
  const hasSingleKeys = usePreferencesStore((preferences) => preferences.hasSingleKeys)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-single-keys', !hasSingleKeys)
  }, [hasSingleKeys])
}

/** A card that moves keeps the focus, however long its new element takes. */
function isCardFocused(): boolean {
  return useBoardUiStore.getState().isCardFocused
}

function isDragging(): boolean {
  return useBoardUiStore.getState().draggedCard !== null
}
