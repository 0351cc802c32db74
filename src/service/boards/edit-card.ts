import { messages } from '../messages.ts'
import type { StoredCard } from '../store/board-reader.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import type { FileCard } from './board-file.ts'
import { boardNames } from './board-names.ts'
import { CommandError } from './command-error.ts'
import { idByName, insertCards } from './insert-cards.ts'
import { takeNumbers } from './transfer-board.ts'

/** The given fields of a card. An empty assignee removes the person. */
export type CardChange = Partial<
  Pick<FileCard, 'title' | 'column' | 'project' | 'priority' | 'assignee' | 'labels'>
>

/** Returns the number of the new card. */
export async function addCard(board: BoardWriter, card: FileCard): Promise<number> {
  const number = await takeNumbers(board, 1)
  const names = await boardNames(board, card.assignee === undefined ? [] : [card.assignee])
  await insertCards(board, names, [card], () => ({ number }))
  await board.record('card.create', `card ${number}`, card.title)
  return number
}

export async function editCard(
  board: BoardWriter,
  number: number,
  change: CardChange,
): Promise<void> {
  const card = await findCard(board, number)
  const names = await boardNames(board, change.assignee ? [change.assignee] : [])
  const { title, priority, assignee, project, column, labels } = change
  const columns = {
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    ...(project === undefined ? {} : { project_id: idByName(names.projects, project, 'project') }),
    ...(assignee === undefined
      ? {}
      : { assignee_id: names.assignees.get(assignee) ?? null, assignee_name: assignee || null }),
  }
  if (Object.keys(columns).length > 0) {
    await board.tx.updateTable('cards').set(columns).where('id', '=', card.id).execute()
    board.markChanged()
  }
  if (labels) {
    const ids = [...new Set(labels)].map((label) => idByName(names.labels, label, 'label'))
    await board.setLabels(card, ids)
  }
  if (column !== undefined) await moveInto(board, card, idByName(names.stages, column, 'column'))
  await board.record('card.edit', `card ${number}`, Object.keys(change).join(', '))
}

/** The operator can move a card without the gate. */
async function moveInto(board: BoardWriter, card: StoredCard, stageId: number): Promise<void> {
  const stages = await board.stages()
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => stage.id === stageId)
  if (from && to && from.id !== to.id) await board.moveCard(card, from, to)
}

export async function removeCard(board: BoardWriter, number: number): Promise<void> {
  const card = await findCard(board, number)
  await board.tx.deleteFrom('cards').where('id', '=', card.id).execute()
  board.markChanged()
  await board.record('card.remove', `card ${number}`, card.title)
}

/** False when the card isn't blocked. */
export async function unblockCard(board: BoardWriter, number: number): Promise<boolean> {
  return board.unblockCard(await findCard(board, number))
}

async function findCard(board: BoardWriter, number: number): Promise<StoredCard> {
  const card = await board.card(number)
  if (!card) throw new CommandError(messages.board.cardUnknown(board.boardId, number))
  return card
}
