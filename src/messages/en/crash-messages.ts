export const CRASHED_HERE = 'Something went wrong here. The rest of the app still works.'
export const OFFLINE_TITLE = 'You’re offline'
export const MISSING_CODE =
  'The connection was lost, or there is a new version of this page. We keep trying. If it lasts, reload the page; your keys stay.'

export function crashTitle(part: string): string {
  return `The ${part} crashed`
}

export function missingTitle(part: string): string {
  return `The ${part} isn’t loaded yet`
}

export function missingOffline(part: string): string {
  return `The ${part} isn’t loaded yet. Everything else stays on the screen. It comes back when you’re online again.`
}
