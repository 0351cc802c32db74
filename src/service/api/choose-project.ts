import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { BoardReader } from '../store/board-reader.ts'
import { presentProject } from './present.ts'

/** The id of the project that a request names, or of the only one. Throws a Problem. [gap G12] */
export async function chooseProject(
  board: BoardReader,
  projectId: string | undefined,
): Promise<number> {
  const named = await board.projects()
  const ids = named.map(({ id }) => id)
  const listed = { projectIds: ids.map(String), projects: named.map(presentProject) }
  if (projectId !== undefined) {
    const knownId = ids.find((id) => String(id) === projectId)
    if (knownId === undefined) {
      throw new Problem(404, 'project_unknown', messages.problems.projectUnknown, listed)
    }
    return knownId
  }
  const [only, second] = ids
  if (only === undefined || second !== undefined) {
    throw new Problem(400, 'project_required', messages.problems.projectRequired, listed)
  }
  return only
}
