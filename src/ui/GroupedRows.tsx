import { type CSSProperties, type ReactNode, type RefObject, useId, useMemo, useState } from 'react'
import {
  blocksOf,
  createFlattener,
  GroupHead,
  type RowBlock,
  type RowGroup,
  rowOptionsFor,
} from './grouped-rows.ts'
import type { RowOptions } from './row-positions.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface GroupedRowsProps<Item extends object, Group extends RowGroup<Item>> {
  /** Of what `renderScroller` renders. */
  scroller: RefObject<HTMLElement | null>
  groups: readonly Group[]
  /**
   * Must be the same object as long as the heights are the same. `headHeight` is an estimate in
   * pixels; without it, the groups have no heads.
   */
  options: RowOptions<Item> & { headHeight?: number | undefined }
  /** Rows of a table, or regions that their heads name. */
  role: 'rowgroup' | 'region'
  /** Stays mounted wherever the rows are scrolled to. Read when they scroll. */
  keptItems: () => readonly (Item | undefined)[]
  /** Renders what scrolls, with the rows in it: this component has to be around it. */
  renderScroller: (rows: ReactNode) => ReactNode
  renderHead: (group: Group) => ReactNode
  /** `rowIndex`: for `aria-rowindex`. */
  renderItem: (item: Item, group: Group, rowIndex: number) => ReactNode
}

/**
 * Rows below sticky heads, of which only those near the visible part exist. Each group is an
 * element as high as all of its rows, so that the browser keeps its head in sight by itself. A kept
 * row elsewhere is out of the flow, in the same parent: its element stays.
 */
export function GroupedRows<Item extends object, Group extends RowGroup<Item>>(
  props: GroupedRowsProps<Item, Group>,
) {
  const { scroller, groups, options, role, keptItems } = props
  const { renderScroller, renderHead, renderItem } = props
  const { headHeight } = options
  const hasHeads = headHeight !== undefined
  const [flatten] = useState(() => createFlattener<Item>(hasHeads))
  const flat = useMemo(() => flatten(groups), [flatten, groups])
  const { rows } = flat
  const rowOptions = useMemo(() => rowOptionsFor(options, headHeight ?? 0), [options, headHeight])
  const { positions, range, isPrinted, observeRow } = useVirtualRows(scroller, rows, rowOptions)
  const kept = keptItems().map((item) => (item === undefined ? -1 : rows.indexOf(item)))
  const id = useId()

  const blocks = blocksOf(flat, range, kept, hasHeads)
  const inFlow = blocks.filter((block) => block.isInFlow)
  const topOf = (index: number) => positions.topOf(index)
  const below = topOf(rows.length) - topOf(inFlow.at(-1)?.end ?? rows.length)
  return renderScroller(
    <div
      className="relative print:pb-0!"
      style={{ paddingTop: topOf(inFlow[0]?.start ?? 0), paddingBottom: below }}
    >
      {blocks.map((block) => {
        const group = groups[block.group]
        if (!group) return null
        const headId = hasHeads ? `${id}${block.group}` : undefined
        return (
          <div
            key={group.key}
            {...{ role, 'aria-labelledby': headId }}
            style={block.isInFlow ? undefined : placeElsewhere(topOf, block)}
          >
            {hasHeads && (
              <div
                ref={observeRow}
                {...(role === 'rowgroup' ? rowAt(block.start) : {})}
                id={headId}
                data-index={block.start}
                data-group-head
                style={{ marginBottom: options.gap }}
              >
                {renderHead(group)}
              </div>
            )}
            <div
              className="relative print:pb-0!"
              style={{
                paddingTop: topOf(block.first) - topOf(block.bodyStart),
                paddingBottom: topOf(block.end) - topOf(block.last),
              }}
            >
              {block.rows.map((index) => {
                const item = rows[index]
                if (item === undefined || item instanceof GroupHead) return null
                const isHere = index >= block.first && index < block.last
                const top = topOf(index) - topOf(block.bodyStart)
                return (
                  <div
                    key={options.keyOf(item)}
                    ref={observeRow}
                    data-index={index}
                    className={isHere ? undefined : 'absolute inset-x-0'}
                    style={isHere ? { marginBottom: options.gap } : { top }}
                  >
                    {renderItem(item, group, index + FIRST_ROW)}
                  </div>
                )
              })}
            </div>
          </div>
        )
      })}
      {range.end < rows.length && options.moreMessage && (
        <p className="sr-only print:not-sr-only">
          {options.moreMessage(rows.length - range.end, isPrinted)}
        </p>
      )}
    </div>,
  )
}

/** Row 1 is the head of the table. */
const FIRST_ROW = 2

function rowAt(index: number) {
  return { role: 'row', 'aria-rowindex': index + FIRST_ROW } as const
}

function placeElsewhere(topOf: (index: number) => number, { start, end }: RowBlock): CSSProperties {
  const top = topOf(start)
  return { position: 'absolute', insetInline: 0, top, height: topOf(end) - top }
}
