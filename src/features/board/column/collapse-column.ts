import { toggled } from '#model/arrangement.ts'
import { changeUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import { columnControlOnPage } from '../board-marks.ts'

/** Its head stays, and brings its cards back. */
export function collapseColumn(columnKey: string): void {
  changeUrl({ collapsedColumns: toggled(readUrl().collapsedColumns, columnKey) }, 'push')
  focusControl(columnKey, true)
}

export function expandColumn(columnKey: string): void {
  changeUrl({ collapsedColumns: toggled(readUrl().collapsedColumns, columnKey) }, 'replace')
  focusControl(columnKey, false)
}

/** The other control of a column is there within a few frames. */
const MAX_FRAMES = 30

/** The control that a person has used goes away, and the focus with it. */
function focusControl(columnKey: string, isCollapsed: boolean, frame = 0): void {
  requestAnimationFrame(() => {
    const control = columnControlOnPage(columnKey, isCollapsed)
    if (control) control.focus({ preventScroll: true })
    else if (frame < MAX_FRAMES) focusControl(columnKey, isCollapsed, frame + 1)
  })
}
