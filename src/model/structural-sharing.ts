import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Blocked, Card, CardLabel } from '#contract/readers/read-card.ts'

/**
 * Structural sharing by id: the loaded board with every unchanged card, list, and column replaced
 * by the object that is already on the screen, so that only changes render. Sharing by index, the
 * default of TanStack Query, would replace every card behind one that moved.
 */
export function shareBoard(before: Board | undefined, after: Board): Board {
  if (!before) return after
  const cards = new Map<string, Card>()
  const kept = new Set(after.columns)
  for (const column of before.columns) {
    if (!kept.has(column)) for (const card of column.cards) cards.set(card.id, card)
  }
  const columns = new Map(before.columns.map((column) => [column.key, column]))
  const shared = after.columns.map((column) => {
    const same = columns.get(column.key)
    return same === column ? column : shareColumn(same, column, cards)
  })
  return withSharedColumns(before, { ...after, columns: shared })
}

/** How many items at the beginning, and how many at the end, are the same objects in both lists. */
export function sharedEnds<Item>(
  before: readonly Item[],
  after: readonly Item[],
): { first: number; last: number } {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first += 1
  let last = 0
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1
  return { first, last }
}

/** `before` when nothing differs. `after` has its unchanged columns. */
export function withSharedColumns(before: Board, after: Board): Board {
  const { columns } = before
  const hasSameColumns =
    after.columns.length === columns.length &&
    after.columns.every((column, index) => column === columns[index])
  return hasSameColumns && hasSameBoardFacts(before, after) ? before : after
}

/**
 * The loaded column with its unchanged cards and its unchanged list. `cards` are those on the
 * screen, by id.
 */
export function shareColumn(
  before: Column | undefined,
  after: Column,
  cards: ReadonlyMap<string, Card>,
): Column {
  const list = after.cards.map((card) => {
    const existing = cards.get(card.id)
    return existing && isSameCard(existing, card) ? existing : card
  })
  if (!before) return { ...after, cards: list }
  const hasSameCards =
    list.length === before.cards.length && list.every((card, index) => card === before.cards[index])
  if (hasSameCards && hasSameColumnFacts(before, after)) return before
  return { ...after, cards: hasSameCards ? before.cards : list }
}

type Comparison<Item> = (a: Item, b: Item) => boolean

/**
 * Compares items field by field. A field without a comparison doesn't compile: its changes would
 * never be shown. Each field has a function of its own, because 10,000 cards are compared at each
 * poll, and a comparison by the names of fields takes several times as long.
 */
function allOf<Item>(
  comparisons: { readonly [Field in keyof Required<Item>]: Comparison<Item> },
): Comparison<Item> {
  const all: readonly Comparison<Item>[] = Object.values(comparisons)
  return (a, b) => a === b || all.every((isSame) => isSame(a, b))
}

const isSameLabel = allOf<CardLabel>({
  id: (a, b) => a.id === b.id,
  name: (a, b) => a.name === b.name,
  color: (a, b) => a.color === b.color,
})

const isSameRefusal = allOf<Blocked>({
  reason: (a, b) => a.reason === b.reason,
  code: (a, b) => a.code === b.code,
})

const isSameCard = allOf<Card>({
  id: (a, b) => a.id === b.id,
  number: (a, b) => a.number === b.number,
  title: (a, b) => a.title === b.title,
  statusId: (a, b) => a.statusId === b.statusId,
  projectId: (a, b) => a.projectId === b.projectId,
  priority: (a, b) => a.priority === b.priority,
  assignee: (a, b) => a.assignee === b.assignee,
  lockedReason: (a, b) => a.lockedReason === b.lockedReason,
  isUnreadable: (a, b) => a.isUnreadable === b.isUnreadable,
  blocked: (a, b) => areBothNullOr(isSameRefusal, a.blocked, b.blocked),
  labels: (a, b) => areBothNullOr(hasSameLabels, a.labels, b.labels),
  repository: (a, b) => hasSameContent(a.repository, b.repository),
})

/** Cards are compared by themselves. */
const hasSameColumnFacts = allOf<Omit<Column, 'cards'>>({
  key: (a, b) => a.key === b.key,
  statusId: (a, b) => a.statusId === b.statusId,
  name: (a, b) => a.name === b.name,
  kind: (a, b) => a.kind === b.kind,
  minRole: (a, b) => a.minRole === b.minRole,
  lockedReason: (a, b) => a.lockedReason === b.lockedReason,
  hideAfterDays: (a, b) => a.hideAfterDays === b.hideAfterDays,
})

/** Columns are compared by themselves. */
const hasSameBoardFacts = allOf<Omit<Board, 'columns'>>({
  unreadableCount: (a, b) => a.unreadableCount === b.unreadableCount,
  hasNextPage: (a, b) => a.hasNextPage === b.hasNextPage,
  facts: (a, b) => hasSameContent(a.facts, b.facts),
})

function areBothNullOr<Item>(isSame: Comparison<Item>, a: Item | null, b: Item | null): boolean {
  return a === null || b === null ? a === b : isSame(a, b)
}

/** For JSON that only boards over a repository have. */
function hasSameContent(a: object | undefined, b: object | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function hasSameLabels(a: readonly CardLabel[], b: readonly CardLabel[]): boolean {
  return (
    a.length === b.length &&
    a.every((label, index) => {
      const other = b[index]
      return other !== undefined && isSameLabel(label, other)
    })
  )
}
