import { nameKey } from '#contract/name-key.ts'
import { messages } from '../messages/messages.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import { CommandError } from './command-error.ts'

type Ids = ReadonlyMap<string, number>

/** Ids by name, and the ones that are used when a card names none: the first. */
export interface BoardNames {
  stages: Ids
  projects: Ids
  labels: Ids
  assignees: Ids
}

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

type NamedType = 'column' | 'project' | 'label'

/** Throws CommandError for a name that the board doesn't have. */
export function idByName(ids: Ids, name: string, type: NamedType): number {
  const id = ids.get(name) ?? [...ids].find(([known]) => nameKey(known) === nameKey(name))?.[1]
  if (id === undefined) {
    throw new CommandError(messages.board.nameUnknown(type, name, [...ids.keys()]))
  }
  return id
}

/** Throws CommandError also when there is none at all. */
export function idByNameOrFirst(ids: Ids, name: string | undefined, type: NamedType): number {
  if (name !== undefined) return idByName(ids, name, type)
  const [first] = ids.values()
  if (first === undefined) throw new CommandError(messages.board.nothingYet(type))
  return first
}

/** The commands accept the id of a project, too, because `board list` shows it. */
export function withProjectIds(names: BoardNames): BoardNames {
  const byId = [...names.projects.values()].map((id) => [String(id), id] as const)
  const taken = new Set([...names.projects.keys()].map(nameKey))
  const free = byId.filter(([id]) => !taken.has(nameKey(id)))
  return { ...names, projects: new Map([...names.projects, ...free]) }
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
