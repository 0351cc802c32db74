import { ChevronsLeftRight } from 'lucide'
import type { Column } from '#contract/readers/read-board.ts'
import { expandLabel } from '#messages/selection-messages.ts'
import { createStyles } from '#ui/create-styles.ts'
import { Icon } from '#ui/Icon.tsx'
import { shorten } from '#ui/shorten.ts'
import { expandColumn } from './collapse-column.ts'
import styles from './collapsed-column.css?inline'

const useStyles = createStyles(styles)

interface CollapsedColumnProps {
  /** Of the heading. */
  id: string
  column: Column
  /** Cards in the column. */
  total: number
}

/** The name of a column, downwards, and how many cards it has. A press on it brings them back. */
export function CollapsedColumn({ id, column: { key, name }, total }: CollapsedColumnProps) {
  useStyles()
  return (
    <>
      <h2 id={id} className="sr-only">
        {shorten(name)}
      </h2>
      <button
        type="button"
        aria-label={expandLabel(shorten(name), total)}
        aria-expanded={false}
        data-collapsed-column
        onClick={() => expandColumn(key)}
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
