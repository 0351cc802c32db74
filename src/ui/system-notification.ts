/** Whether the system may show notifications of this page. `ask`: nobody has decided yet. */
export type NotificationPermissionState = 'allowed' | 'denied' | 'ask' | 'unsupported'

const STATES = { granted: 'allowed', denied: 'denied', default: 'ask' } as const

export function notificationPermission(): NotificationPermissionState {
  return 'Notification' in window ? STATES[Notification.permission] : 'unsupported'
}

/** Asks the person, who may have decided before. */
export async function requestNotifications(): Promise<NotificationPermissionState> {
  if (!('Notification' in window)) return 'unsupported'
  return STATES[await Notification.requestPermission()]
}

/**
 * Shows a notification of the system, in place of the last one with the same tag. Some browsers
 * allow only service workers to do so: then nothing happens.
 */
export function notify(
  title: string,
  { body, tag, onClick }: { body: string; tag: string; onClick: () => void },
): void {
  if (notificationPermission() !== 'allowed') return
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onClick()
    }
  } catch {
    // Chrome on Android throws a TypeError.
  }
}
