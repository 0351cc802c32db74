import type { BoardWriter } from '../store/board-writer.ts'
import type { BoardNames } from './insert-cards.ts'

/** The ids of everything on the board that cards refer to by name, and of new assignees. */
export async function boardNames(
  board: BoardWriter,
  newAssignees: readonly string[],
): Promise<BoardNames> {
  const projects = await board.projects()
  const stages = await board.stages()
  const labels = await board.labels()
  return {
    projects: new Map(projects.map(({ name, id }) => [name, id])),
    stages: new Map(stages.map(({ name, id }) => [name, id])),
    labels: new Map(labels.map(({ name, id }) => [name, id])),
    assignees: await assigneeIds(board, newAssignees),
  }
}

/** One name is one person on the whole store. */
async function assigneeIds(
  { tx }: BoardWriter,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('cards')
    .select(['assignee_id', 'assignee_name'])
    .distinct()
    .where('assignee_id', 'is not', null)
    .execute()
  const ids = new Map(
    rows.flatMap(({ assignee_id, assignee_name }) =>
      assignee_id === null || assignee_name === null ? [] : [[assignee_name, assignee_id] as const],
    ),
  )
  let last = Math.max(0, ...ids.values())
  for (const name of new Set(names)) {
    if (ids.has(name)) continue
    last += 1
    ids.set(name, last)
  }
  return ids
}
