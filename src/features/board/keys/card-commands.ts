import type { Board, Column } from '#contract/readers/read-board.ts'
import { pressedKey } from '#hooks/pressed-key.ts'
import { FIRST_COLUMN, LAST_COLUMN } from '#messages/interaction-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import { type Lane, placeInLanes } from '#model/lanes.ts'
import type { ShortcutKeys } from '#model/shortcuts.ts'

/** What a key on a card means. */
export type CardCommand =
  | { type: 'focus'; cardId: string }
  | { type: 'open' }
  | { type: 'edit-labels' }
  | { type: 'open-move-menu' }
  | { type: 'copy-link' }
  /** Focuses the button with the actions of a column. */
  | { type: 'focus-column'; columnKey: string }
  | { type: 'toggle-selection' }
  /** Selects all cards up to this one. */
  | { type: 'extend-selection'; cardId: string }
  | { type: 'move'; columnKey: string }
  | { type: 'announce'; text: string }

/** The cards that a key leads through. */
interface ShownCards {
  board: Board
  /** Of the board; undefined while its cards aren't grouped. */
  lanes?: readonly Lane[] | undefined
}

interface Position extends ShownCards {
  column: Column
  columnIndex: number
  cardIndex: number
}

type Command = (position: Position) => CardCommand | undefined

const COMMANDS: Readonly<Record<ShortcutKeys<'card'>, Command>> = {
  arrowdown: ({ column, cardIndex }) => focusAt(column, cardIndex + 1),
  arrowup: ({ column, cardIndex }) =>
    cardIndex > 0
      ? focusAt(column, cardIndex - 1)
      : { type: 'focus-column', columnKey: column.key },
  home: ({ column }) => focusAt(column, 0),
  end: ({ column }) => focusAt(column, column.cards.length - 1),
  arrowright: (position) => focusBeside(position, 1),
  arrowleft: (position) => focusBeside(position, -1),
  enter: () => ({ type: 'open' }),
  m: () => ({ type: 'open-move-menu' }),
  l: () => ({ type: 'edit-labels' }),
  c: () => ({ type: 'copy-link' }),
  x: () => ({ type: 'toggle-selection' }),
  'shift+arrowdown': ({ column, cardIndex }) => extendTo(column, cardIndex + 1),
  'shift+arrowup': ({ column, cardIndex }) => extendTo(column, cardIndex - 1),
  ']': ({ board, columnIndex }) => moveTo(board, columnIndex + 1, LAST_COLUMN),
  '[': ({ board, columnIndex }) => moveTo(board, columnIndex - 1, FIRST_COLUMN),
}

/** The command of a key on a card; undefined when the key has no meaning. */
export function commandForKey(
  key: string,
  { board, lanes }: ShownCards,
  cardId: string,
): CardCommand | undefined {
  const found = findCard(board, cardId)
  if (!found) return undefined
  const { column, index } = found
  const columnIndex = board.columns.indexOf(column)
  const name = key.toLowerCase()
  if (!isCardKey(name)) return undefined
  return COMMANDS[name]({ board, lanes, column, columnIndex, cardIndex: index })
}

function isCardKey(name: string): name is ShortcutKeys<'card'> {
  return Object.hasOwn(COMMANDS, name)
}

/** The key as the list of shortcuts has it. The columns run from right to left if the page does. */
export function keyOf(event: KeyboardEvent, isMirrored: boolean): string {
  const { shiftKey } = event
  const key = pressedKey(event)
  const direction = isMirrored ? (MIRRORED[key] ?? key) : key
  return shiftKey && key.startsWith('Arrow') ? `shift+${direction}` : direction
}

const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

/** Moves go along all columns, everything else along the visible cards. */
export function isMoveKey(key: string): boolean {
  return key === ']' || key === '['
}

/** The nearest card of the column at this index. */
function focusAt({ cards }: Column, index: number): CardCommand | undefined {
  const card = cards[Math.max(0, Math.min(index, cards.length - 1))]
  return card && { type: 'focus', cardId: card.id }
}

function extendTo(column: Column, index: number): CardCommand | undefined {
  const focus = focusAt(column, index)
  return focus?.type === 'focus' ? { type: 'extend-selection', cardId: focus.cardId } : undefined
}

/** The card at the same height in the next column with cards, of the same lane if there are any. */
function focusBeside({ board, lanes, columnIndex, cardIndex }: Position, step: 1 | -1) {
  const { columns } = board
  const place = lanes && placeInLanes(lanes, { columnIndex, cardIndex })
  for (let next = columnIndex + step; next >= 0 && next < columns.length; next += step) {
    const column = columns[next]
    const { start, end } = place?.lane.ranges[next] ?? { start: 0, end: column?.cards.length ?? 0 }
    const row = place?.row ?? cardIndex
    if (column && end > start) return focusAt(column, Math.min(start + row, end - 1))
  }
  return undefined
}

function moveTo(board: Board, columnIndex: number, otherwise: string): CardCommand {
  const column = board.columns[columnIndex]
  return column ? { type: 'move', columnKey: column.key } : { type: 'announce', text: otherwise }
}
