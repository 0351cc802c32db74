import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Renders in slices, so that the page answers while a large board renders. The build puts this file
 * and React into a chunk of their own, which starts in a task of its own.
 */
export function renderPage(root: HTMLElement, page: ReactNode): void {
  startTransition(() => createRoot(root).render(page))
}
