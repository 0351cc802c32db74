import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import type { OlderCards } from './arrangement.ts'
import { isOlderThan } from './card-evidence.ts'

/** The cards of a column without a commit for longer than the service asks for. */
export interface OlderCardsOfColumn {
  days: number
  cardIds: ReadonlySet<string>
}

/** By column key; only columns that have such cards. */
export type OlderCardsByColumn = ReadonlyMap<string, OlderCardsOfColumn>

export const NO_OLDER_CARDS: OlderCardsByColumn = new Map()

/** Those of several columns; undefined for none. */
export function joinOlderCards(
  older: readonly OlderCardsOfColumn[],
): OlderCardsOfColumn | undefined {
  const [first] = older
  const cardIds = new Set(older.flatMap((one) => [...one.cardIds]))
  return first && { days: first.days, cardIds }
}

/** Takes older cards out of their columns, or only finds them. */
export type FoldOlderCards = (board: Board) => { board: Board; older: OlderCardsByColumn }

interface FoldedColumn {
  column: Column
  older: OlderCardsOfColumn | undefined
}

/**
 * A blocked card is never folded: somebody has moved it, and waits. A column that it has seen before
 * costs nothing and stays the same object.
 *
 * @param unfolded cards that a person has asked for.
 */
export function createFold(mode: OlderCards, unfolded: readonly string[]): FoldOlderCards {
  const known = new WeakMap<Column, FoldedColumn>()
  const fold = (column: Column): FoldedColumn => {
    const folded = known.get(column) ?? foldColumn(column, mode, unfolded)
    known.set(column, folded)
    return folded
  }
  return (board) => {
    const folded = board.columns.map(fold)
    const older = folded.flatMap(({ column, older }) =>
      older ? [[column.key, older] as const] : [],
    )
    if (older.length === 0) return { board, older: NO_OLDER_CARDS }
    return {
      board: { ...board, columns: folded.map(({ column }) => column) },
      older: new Map(older),
    }
  }
}

function foldColumn(column: Column, mode: OlderCards, unfolded: readonly string[]): FoldedColumn {
  const { hideAfterDays: days } = column
  if (days === undefined) return { column, older: undefined }
  const now = Date.now()
  const isOlder = (card: Card) => card.blocked === null && isOlderThan(card, days, now)
  const isFolded = (card: Card) => isOlder(card) && !unfolded.includes(card.id)
  const found = column.cards.filter(mode === 'shown' ? isOlder : isFolded)
  if (found.length === 0) return { column, older: undefined }
  const older = { days, cardIds: new Set(found.map(({ id }) => id)) }
  if (mode === 'shown') return { column, older }
  const cards = column.cards.filter(({ id }) => !older.cardIds.has(id))
  return { column: { ...column, cards }, older }
}
