import { crashMessage } from '#model/messages/error-messages.ts'
import { closeMenu, useBoardUiStore } from '#state/board-ui-store.ts'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { CardMenusProps } from './CardMenus.tsx'

const CardMenus = lazyComponent(() => import('./CardMenus.tsx').then((module) => module.CardMenus))

export const preloadCardMenus = CardMenus.preload

/** The card menus without their code in the first load. */
export function LazyCardMenus(props: CardMenusProps) {
  const isOpen = useBoardUiStore((state) => state.menu !== null)
  if (!isOpen) return null
  return (
    <LazyBoundary
      describeError={(error) => crashMessage('menu', error, navigator.onLine)}
      onClose={closeMenu}
    >
      <CardMenus {...props} />
    </LazyBoundary>
  )
}
