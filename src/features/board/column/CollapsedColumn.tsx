import { ChevronsLeftRight } from 'lucide'
import type { Column } from '#contract/readers/read-board.ts'
import { expandColumn } from '#model/messages/selection-messages.ts'
import { changeUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import { addStyles } from '#ui/add-styles.ts'
import { Icon } from '#ui/Icon.tsx'
import { shorten } from '#ui/shorten.ts'
import styles from './collapsed-column.css?inline'

addStyles(styles)

export interface CollapsedColumnProps {
  /** Of the heading. */
  id: string
  column: Column
  /** Cards in the column. */
  total: number
}

/** The name of a column, downwards, and how many cards it has. A press on it brings them back. */
export function CollapsedColumn({ id, column: { key, name }, total }: CollapsedColumnProps) {
  return (
    <>
      <h2 id={id} className="sr-only">
        {shorten(name)}
      </h2>
      <button
        type="button"
        aria-label={expandColumn(shorten(name), total)}
        aria-expanded={false}
        data-collapsed-column
        onClick={() => expand(key)}
      >
        <Icon icon={ChevronsLeftRight} className="size-4 flex-none text-ink-soft" />
        <span data-name dir="auto">
          {shorten(name)}
        </span>{' '}
        {/* Above the name, and after it where the name is read. */}
        <span data-count className="text-ink-soft text-xs digits">
          {total}
        </span>
      </button>
    </>
  )
}

function expand(key: string): void {
  const { collapsedColumns } = readUrl()
  changeUrl({ collapsedColumns: collapsedColumns.filter((other) => other !== key) }, 'replace')
}
