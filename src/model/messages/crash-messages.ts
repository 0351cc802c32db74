/** What a crashed part of the screen shows in its place. */
export interface CrashMessage {
  title: string
  text: string
  canReload: boolean
}

/** `part` is what crashed, as a person would call it: "board". */
export function crashMessage(part: string, error: unknown, isOnline: boolean): CrashMessage {
  if (!isMissingModule(error)) {
    return {
      title: `The ${part} crashed`,
      text: 'Something went wrong here. The rest of the app still works.',
      canReload: false,
    }
  }
  if (!isOnline) {
    return {
      title: 'You’re offline',
      text: `The ${part} isn’t loaded yet. Everything else stays on the screen. Reload the page when you’re online again.`,
      canReload: false,
    }
  }
  return {
    title: 'A new version is available',
    text: `Couldn’t load the ${part}. Either this page is outdated or the connection was lost. Reload the page; your keys stay.`,
    canReload: true,
  }
}

/** A browser reports a script that it couldn't load only by the text of the error. */
function isMissingModule(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    text,
  )
}
