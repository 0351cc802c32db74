import { requestFilterFocus } from '#state/board-ui-store.ts'
import { changeUrl } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'

/** The button that was pressed goes away, so the focus goes to the field of the filter. */
export function changeFilter(change: Partial<UrlState>): void {
  changeUrl(change, 'replace')
  requestFilterFocus()
}
