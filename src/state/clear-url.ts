import { CHANGE_EVENT } from './url.ts'

/** Leaves the board and everything else in the URL. */
export function clearUrl(): void {
  window.history.pushState(null, '', window.location.pathname)
  window.dispatchEvent(new Event(CHANGE_EVENT))
}
