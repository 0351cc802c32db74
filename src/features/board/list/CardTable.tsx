import { useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { moreRows } from '#messages/board-messages.ts'
import * as messages from '#messages/list-messages.ts'
import { PULL_REQUEST } from '#messages/panel-messages.ts'
import type { OptionalField, SortOrder } from '#model/arrangement.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { enteredAt, pullOf } from '#model/card-evidence.ts'
import { type Lane, laneKey } from '#model/lanes.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { createStyles } from '#ui/create-styles.ts'
import { Grid, GridCell, GridHead, GridRow } from '#ui/Grid.tsx'
import { GroupedRows } from '#ui/GroupedRows.tsx'
import type { RowGroup } from '#ui/grouped-rows.ts'
import { countRender } from '#ui/render-count.ts'
import { useCardProps } from '../card/use-card-props.ts'
import { OlderCardsBelow } from '../column/OlderCardsBelow.tsx'
import { useTabStopIndex } from '../focus/use-tab-stop-index.ts'
import { HiddenLanes } from '../lanes/HiddenLanes.tsx'
import { LaneHead } from '../lanes/LaneHead.tsx'
import type { BoardLayoutProps } from '../screen/board-layout.ts'
import { CardTableRow } from './CardTableRow.tsx'
import styles from './card-table.css?inline'

const useStyles = createStyles(styles)

/** In pixels. */
const ROW_HEIGHT = 41
const REASON_HEIGHT = 18
const HEAD_HEIGHT = 36

const ROWS = {
  keyOf: (card: Card) => card.id,
  estimateHeight: ({ blocked }: Card) => ROW_HEIGHT + (blocked ? REASON_HEIGHT : 0),
  gap: 0,
  moreMessage: moreRows,
  followsFocus: () => !useBoardUiStore.getState().keepsScroll,
}

const ROWS_WITH_HEADS = { ...ROWS, headHeight: HEAD_HEIGHT }

interface CardGroup extends RowGroup<Card> {
  /** Undefined while cards aren't grouped. */
  lane: Lane | undefined
}

/** All visible cards as one table, of which only the rows near what is in sight exist. */
export function CardTable({ boardRef, arranged, view }: BoardLayoutProps) {
  countRender('table')
  useStyles()
  const { inOrder, lanes, hiddenLaneCount, older } = arranged
  const { density, omittedFields } = useUrlArrangement()
  const cards = inOrder.columns[0]?.cards ?? NONE
  const groups = useMemo(() => groupsOf(cards, lanes), [cards, lanes])
  const missing = useMemo(() => missingFacts(view.board), [view.board])
  const tabStopIndex = useTabStopIndex(cards)
  const propsOf = useCardProps(view)
  const names = new Map(view.board.columns.map(({ key, name }) => [key, name]))
  return (
    <GroupedRows
      scroller={boardRef}
      groups={groups}
      options={lanes ? ROWS_WITH_HEADS : ROWS}
      role="rowgroup"
      keptItems={() => [cards[tabStopIndex()]]}
      renderScroller={(rows) => (
        <Grid
          ref={boardRef}
          aria-label={messages.ALL_CARDS}
          aria-multiselectable
          aria-rowcount={cards.length + (lanes?.length ?? 0) + 1}
          tabIndex={-1}
          data-board
          data-scroller
          data-card-table
          data-density={density}
          data-without={[...omittedFields, ...missing].join(' ')}
          className={TABLE}
        >
          <TableHead />
          {rows}
          {hiddenLaneCount > 0 && (
            <GridRow>
              <GridCell>
                <HiddenLanes count={hiddenLaneCount} />
              </GridCell>
            </GridRow>
          )}
          {older.size > 0 && (
            <GridRow>
              <GridCell>
                <OlderCardsBelow older={[...older.values()]} />
              </GridCell>
            </GridRow>
          )}
        </Grid>
      )}
      renderHead={({ lane }) => (
        <GridCell aria-colspan={HEADS.length + 1}>{lane && <LaneHead lane={lane} />}</GridCell>
      )}
      renderItem={(card, _, rowIndex) => (
        <CardTableRow
          {...propsOf(card)}
          columnName={names.get(card.statusId) ?? ''}
          rowIndex={rowIndex}
        />
      )}
    />
  )
}

const TABLE = [
  'relative h-full overflow-auto overscroll-contain outline-none scrollbar-thin',
  'print:h-auto print:overflow-visible',
].join(' ')

const NONE: readonly Card[] = []

function groupsOf(cards: readonly Card[], lanes: ArrangedBoard['lanes']): CardGroup[] {
  if (!lanes) return [{ key: '', items: cards, lane: undefined }]
  return lanes.map((lane) => {
    const [range] = lane.ranges
    return { key: laneKey(lane.value), items: cards.slice(range?.start, range?.end), lane }
  })
}

/** What only some services know. */
type Fact = 'pull' | 'entered'

/** What no card has, which needs no column. */
function missingFacts({ columns }: Board): Fact[] {
  const isMissing = (isIn: (card: Card) => boolean) =>
    !columns.some(({ cards }) => cards.some(isIn))
  const missing: Fact[] = []
  if (isMissing((card) => pullOf(card) !== undefined)) missing.push('pull')
  if (isMissing((card) => enteredAt(card) !== undefined)) missing.push('entered')
  return missing
}

/** `sort`: what a press on the head sorts by. */
const HEADS: readonly { name: string; sort?: SortOrder; field?: OptionalField | Fact }[] = [
  { name: messages.NUMBER, sort: 'number' },
  { name: messages.TITLE, sort: 'title' },
  { name: messages.COLUMN, sort: 'service' },
  { name: messages.PRIORITY, sort: 'priority', field: 'priority' },
  { name: messages.ASSIGNEE, sort: 'assignee', field: 'assignee' },
  { name: messages.LABELS, field: 'labels' },
  { name: PULL_REQUEST, field: 'pull' },
  { name: messages.TIME_IN_COLUMN, sort: 'entered', field: 'entered' },
]

function TableHead() {
  const { sort: current } = useUrlArrangement()
  return (
    <GridRow aria-rowindex={1} data-table-head>
      {HEADS.map(({ name, sort, field }) => (
        <GridHead
          key={name}
          data-head={field}
          aria-sort={sort === current ? 'ascending' : undefined}
        >
          {sort ? (
            <button type="button" onClick={() => sortBy(sort === current ? 'service' : sort)}>
              {name}
            </button>
          ) : (
            name
          )}
        </GridHead>
      ))}
      <GridHead>
        <span className="sr-only">{messages.ACTIONS}</span>
      </GridHead>
    </GridRow>
  )
}

function sortBy(sort: SortOrder): void {
  changeUrl({ sort }, 'replace')
}
