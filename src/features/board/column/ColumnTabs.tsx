import { useEffect, useRef, useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { COLUMNS } from '#messages/common-messages.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import type { BoardElementRef } from '../board-dom.ts'
import { columnElement, columnElements, columnKeyOf, columnParts } from '../board-marks.ts'

export interface ColumnTabsProps {
  columns: readonly Column[]
  /** Cards of each column before filtering, by its key. */
  totals: ReadonlyMap<string, number>
  /** Cards of each column in collapsed lanes, by its key. */
  collapsedCounts: ReadonlyMap<string, number>
  boardRef: BoardElementRef
}

const TAB_MARGIN = 16

/** A tab for each column. */
export function ColumnTabs({ columns, totals, collapsedCounts, boardRef }: ColumnTabsProps) {
  const { collapsedColumns } = useUrlArrangement()
  const tabs = useRef(new Map<string, HTMLButtonElement>())
  const nav = useRef<HTMLElement>(null)
  const columnKeys = columns.map((column) => column.key).join('\n')
  const visibleKey = useVisibleColumn(boardRef, columnKeys)
  useEffect(() => {
    const tab = visibleKey === undefined ? undefined : tabs.current.get(visibleKey)
    // A tab that is about to get a card stays under the finger.
    const isDragging = useBoardUiStore.getState().draggedCard !== null
    // Not scrollIntoView: it would also scroll the board.
    if (tab && !isDragging) nav.current?.scrollTo({ left: tab.offsetLeft - TAB_MARGIN })
  }, [visibleKey])
  const showColumn = (key: string) => {
    columnElement(boardRef, key)?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }
  return (
    <nav
      ref={nav}
      aria-label={COLUMNS}
      data-column-tabs
      className="relative flex gap-1.5 overflow-x-auto px-2 py-1.5 [scrollbar-width:none]"
    >
      {columns.map((column) => (
        <Button
          key={column.key}
          data-tab-of={column.key}
          ref={(element) => {
            if (element) tabs.current.set(column.key, element)
            return () => void tabs.current.delete(column.key)
          }}
          className="max-w-48 shrink-0 aria-[current]:border-accent aria-[current]:bg-accent-tint"
          aria-current={column.key === visibleKey ? 'true' : undefined}
          onClick={() => showColumn(column.key)}
        >
          <bdi className="truncate">{column.name}</bdi>
          <span className="text-ink-soft text-xs">
            {(collapsedColumns.includes(column.key) && totals.get(column.key)) ||
              column.cards.length + (collapsedCounts.get(column.key) ?? 0)}
          </span>
        </Button>
      ))}
    </nav>
  )
}

/** The key of the first column that is in sight; undefined while none is. */
function useVisibleColumn(boardRef: BoardElementRef, columnKeys: string): string | undefined {
  const [visibleKey, setVisibleKey] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are other elements
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !boardRef.current) return
    const columns = columnElements(boardRef.current)
    // With lanes, a column is much higher than the screen, so no large part of it is ever in sight.
    const headOf = (column: HTMLElement) => columnParts(column).head ?? column
    // A phone that is turned has several columns in sight at first, and reports only changes.
    const inSight = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) inSight.add(target)
          else inSight.delete(target)
        }
        const first = columns.find((column) => inSight.has(headOf(column)))
        if (first) setVisibleKey(columnKeyOf(first))
      },
      { root: boardRef.current, threshold: 0.6 },
    )
    for (const column of columns) observer.observe(headOf(column))
    return () => observer.disconnect()
  }, [boardRef, columnKeys])
  return visibleKey
}
