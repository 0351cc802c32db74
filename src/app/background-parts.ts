import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads once the first screen is there. The build puts it into one chunk. */
export const ShellBackground = lazyComponent(async () => {
  const module = await import('./shell/ShellBackground.tsx')
  module.initializeViews()
  return module.ShellBackground
})
export const Toasts = lazyComponent(() => import('./Toasts.tsx').then((module) => module.Toasts))
export const Notifications = lazyComponent(async () => {
  const module = await import('./Notifications.tsx')
  module.initializeNotifications()
  return module.Notifications
})
