import type { RefObject } from 'react'
import type { Column } from '#contract/board.ts'

interface ColumnStripProps {
  columns: readonly Column[]
  board: RefObject<HTMLElement | null>
}

/** On narrow screens, where one column fills the width: every column one tap away. */
export function ColumnStrip({ columns, board }: ColumnStripProps) {
  const jump = (key: string) => {
    const column = board.current?.querySelector(`[data-column-key="${CSS.escape(key)}"]`)
    column?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }
  return (
    <nav aria-label="Columns" className="flex gap-1.5 overflow-x-auto px-2 py-1.5 sm:hidden">
      {columns.map((column) => (
        <button key={column.key} type="button" className="button shrink-0" onClick={() => jump(column.key)}>
          <bdi>{column.name}</bdi>
          <span className="text-ink-soft text-xs">{column.cards.length}</span>
        </button>
      ))}
    </nav>
  )
}
