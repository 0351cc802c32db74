import { useEffect } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import { preloadLazyComponents } from './lazy-components.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The app's shortcuts. It loads after the first screen, and then loads what else can open. */
export function ShellBackground({ session }: { session: BoardSession | undefined }) {
  useShortcuts(session)
  useEffect(preloadLazyComponents, [])
  return null
}
