import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads once the first screen is there. The build puts it into one chunk. */
export const ShellBackground = lazyComponent(() =>
  import('./shell/ShellBackground.tsx').then((module) => module.ShellBackground),
)
export const Toasts = lazyComponent(() => import('./Toasts.tsx').then((module) => module.Toasts))
export const Notifications = lazyComponent(async () => {
  const module = await import('./Notifications.tsx')
  module.initializeNotifications()
  return module.Notifications
})
