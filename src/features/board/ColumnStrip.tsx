import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Column } from '#contract/board.ts'

interface ColumnStripProps {
  columns: readonly Column[]
  board: RefObject<HTMLElement | null>
}

/** On narrow screens, where one column fills the width: every column one tap away, the one in sight marked. */
export function ColumnStrip({ columns, board }: ColumnStripProps) {
  const strip = useRef<HTMLElement>(null)
  const keys = columns.map((column) => column.key).join('\n')
  const inSight = useColumnInSight(board, keys)
  useEffect(() => {
    const button = inSight === undefined ? null : strip.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView: it would scroll the board's own way of showing a column along with the strip.
    if (button) strip.current?.scrollTo({ left: button.offsetLeft - 16 })
  }, [inSight])
  const jump = (key: string) => {
    const column = board.current?.querySelector(`[data-column-key="${CSS.escape(key)}"]`)
    column?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }
  return (
    <nav ref={strip} aria-label="Columns" className="relative flex gap-1.5 overflow-x-auto px-2 py-1.5 sm:hidden">
      {columns.map((column) => (
        <button
          key={column.key}
          type="button"
          className="button max-w-48 shrink-0 aria-[current]:border-accent aria-[current]:bg-accent-tint"
          aria-current={column.key === inSight ? 'true' : undefined}
          onClick={() => jump(column.key)}
        >
          <bdi className="truncate">{column.name}</bdi>
          <span className="text-ink-soft text-xs">{column.cards.length}</span>
        </button>
      ))}
    </nav>
  )
}

/** The key of the column that fills the board's width; undefined while none does. */
function useColumnInSight(board: RefObject<HTMLElement | null>, keys: string): string | undefined {
  const [inSight, setInSight] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are other elements to watch
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !board.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) setInSight((target as HTMLElement).dataset.columnKey)
        }
      },
      { root: board.current, threshold: 0.6 },
    )
    for (const column of board.current.querySelectorAll('[data-column-key]')) watch.observe(column)
    return () => watch.disconnect()
  }, [board, keys])
  return inSight
}
