import {
  CRASHED_HERE,
  crashTitle,
  MISSING_CODE,
  missingOffline,
  missingTitle,
  OFFLINE_TITLE,
} from '#messages/crash-messages.ts'

/** What a crashed part of the screen shows in its place. */
export interface CrashMessage {
  title: string
  text: string
  canReload: boolean
  /** Whether it may work again by itself, as after a lost connection. */
  mayRecover: boolean
}

/** `subject` is what crashed, as its name in `part-messages.ts`: "board". */
export function crashMessage(subject: string, error: unknown, isOnline: boolean): CrashMessage {
  if (!isMissingModule(error)) {
    return {
      title: crashTitle(subject),
      text: CRASHED_HERE,
      canReload: false,
      mayRecover: false,
    }
  }
  if (!isOnline) {
    return {
      title: OFFLINE_TITLE,
      text: missingOffline(subject),
      canReload: false,
      mayRecover: true,
    }
  }
  return {
    title: missingTitle(subject),
    text: MISSING_CODE,
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
