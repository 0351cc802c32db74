import { useEffect, useLayoutEffect } from 'react'
import { useStartView } from '#features/views/use-start-view.ts'
import { whenIdle } from '#hooks/schedule.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { screens } from '#start/later.tsx'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { loadFollows } from '#state/follows-store.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'
import { loadSavedViews } from '#state/saved-views-store.ts'
import { loadVisits } from '#state/visits-store.ts'
import { Tooltips } from '#ui/Tooltips.tsx'
import { useFocusGuard } from '#ui/use-focus-guard.ts'
import { Dialogs } from './Dialogs.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useShortcuts } from './use-shortcuts.ts'

interface ShellBackgroundProps {
  session: BoardSession | undefined
  /** The screen has nothing to operate. */
  isBare: boolean
}

/** Loads what the browser's storage has about views, followed cards, and visits. */
function initializeViews(): void {
  loadSavedViews()
  loadFollows()
  loadVisits()
}

/** The app's shortcuts, dialogs, and tooltips. */
export function ShellBackground({ session, isBare }: ShellBackgroundProps) {
  // Before the effects that use them.
  useLayoutEffect(initializeViews, [])
  useDocumentTitle(session)
  useStartView(session?.workspaceId)
  useFocusGuard(isCardFocused)
  useSingleKeysMark()
  useEffect(markAnswered, [])
  return isBare ? null : <Controls session={session} />
}

function Controls({ session }: Pick<ShellBackgroundProps, 'session'>) {
  useShortcuts(session)
  return (
    <>
      <ScreensWhenIdle />
      <Dialogs />
      <Tooltips isQuiet={isDragging} />
    </>
  )
}

/** The columns beside the window come first. */
const SCREENS_AFTER_MS = 1_500
/** Longest wait for a moment in which the page has nothing else to do. */
const MAX_IDLE_WAIT_MS = 1_000

/** Dialogs open at once then, also offline. A component, because it renders when a drag begins. */
function ScreensWhenIdle() {
  const isCarrying = useBoardUiStore((state) => state.draggedCard !== null)
  useEffect(() => {
    if (isCarrying) return
    let cancel: () => void
    const timer = setTimeout(() => {
      cancel = whenIdle(() => void screens.load(), MAX_IDLE_WAIT_MS)
    }, SCREENS_AFTER_MS)
    cancel = () => clearTimeout(timer)
    return () => cancel()
  }, [isCarrying])
  return null
}

/** For people's scripts, and for tests: from now on, keys and clicks do something. */
function markAnswered(): void {
  document.documentElement.setAttribute('data-answers', '')
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
