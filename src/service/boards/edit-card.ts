import { messages } from '../messages/messages.ts'
import type { StoredCard } from '../store/board-reader.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import { type BoardNames, boardNames, withProjectIds } from './board-names.ts'
import {
  CARD_FIELD_NAMES,
  type CardChange,
  type CardValues,
  cardLabelIds,
  changedColumns,
} from './card-fields.ts'
import { CommandError } from './command-error.ts'
import { insertCards } from './insert-cards.ts'
import { takeNumbers } from './transfer-board.ts'

/** Returns the number of the new card. */
export async function addCard(board: BoardWriter, card: CardValues): Promise<number> {
  const number = await takeNumbers(board, 1)
  const names = await namesFor(board, card)
  await insertCards(board, names, [card], () => ({ number }))
  const added = await requireCard(board, number)
  const column = (await board.stages()).find(({ id }) => id === added.stage_id)
  board.recordCard('card.create', added, added.title, column && { to: column.name })
  return number
}

/** Fields that an UPDATE of the card's row changes. */
const ROW_FIELDS = CARD_FIELD_NAMES.filter((name) => name !== 'column' && name !== 'labels')

export async function editCard(
  board: BoardWriter,
  number: number,
  change: CardChange,
): Promise<void> {
  const card = await requireCard(board, number)
  const names = await namesFor(board, change)
  const columns = changedColumns(change, ROW_FIELDS, names)
  if (Object.keys(columns).length > 0) {
    await board.tx.updateTable('cards').set(columns).where('id', '=', card.id).execute()
    board.markChanged()
  }
  if (change.labels !== undefined) await board.setLabels(card, cardLabelIds(change, names))
  const { stage_id } = changedColumns(change, ['column'], names)
  if (stage_id !== undefined) await moveInto(board, card, stage_id)
  const fields = Object.keys(change)
  // Where it moved and its labels have lines of their own.
  const shown = fields.filter((name) => name !== 'column' && name !== 'labels')
  const about = { ...card, title: change.title ?? card.title }
  if (shown.length > 0) board.recordCard('card.edit', about, fields.join(', '), { fields: shown })
  else board.record('card.edit', `card ${number}`, fields.join(', '))
}

async function namesFor(board: BoardWriter, { assignee }: CardChange): Promise<BoardNames> {
  return withProjectIds(await boardNames(board, assignee ? [assignee] : []))
}

/** The operator can move a card without the gate. */
async function moveInto(board: BoardWriter, card: StoredCard, stageId: number): Promise<void> {
  const stages = await board.stages()
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => stage.id === stageId)
  if (from && to && from.id !== to.id) await board.moveCard(card, from, to)
}

export async function removeCard(board: BoardWriter, number: number): Promise<void> {
  const card = await requireCard(board, number)
  await board.tx.deleteFrom('cards').where('id', '=', card.id).execute()
  board.markChanged()
  board.recordCard('card.remove', card, card.title)
}

/** False when the card isn't blocked. */
export async function unblockCard(board: BoardWriter, number: number): Promise<boolean> {
  return board.unblockCard(await requireCard(board, number))
}

async function requireCard(board: BoardWriter, number: number): Promise<StoredCard> {
  const card = await board.card(number)
  if (!card) throw new CommandError(messages.board.cardUnknown(board.boardId, number))
  return card
}
