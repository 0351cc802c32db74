/** What a crashed part of the screen shows in its place. */
export interface CrashMessage {
  title: string
  text: string
  canReload: boolean
  /** Whether it may work again by itself, as after a lost connection. */
  mayRecover: boolean
}

/** `subject` is what crashed, as a person would call it: "board". */
export function crashMessage(subject: string, error: unknown, isOnline: boolean): CrashMessage {
  if (!isMissingModule(error)) {
    return {
      title: `The ${subject} crashed`,
      text: 'Something went wrong here. The rest of the app still works.',
      canReload: false,
      mayRecover: false,
    }
  }
  if (!isOnline) {
    return {
      title: 'You’re offline',
      text: `The ${subject} isn’t loaded yet. Everything else stays on the screen. It comes back when you’re online again.`,
      canReload: false,
      mayRecover: true,
    }
  }
  return {
    title: `The ${subject} isn’t loaded yet`,
    text: `The connection was lost, or there is a new version of this page. We keep trying. If it lasts, reload the page; your keys stay.`,
    canReload: true,
    mayRecover: true,
  }
}

/** A browser reports a script that it couldn't load only by the text of the error. */
function isMissingModule(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    text,
  )
}
