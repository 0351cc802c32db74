import { WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { Problem } from './problem.ts'
import type { StoredCredential } from './store/credential-store.ts'

/** The board of a request with the role held there. */
export interface ChosenBoard {
  boardId: number
  role: string
}

/** Chooses the board (spec 5.3): by header, or the only one there is. Never picks among several. [gap G11] */
export function chooseBoard(credential: StoredCredential, header: string | undefined): ChosenBoard {
  const ids = credential.boards.map((board) => String(board.boardId))
  if (header !== undefined) {
    const board = credential.boards.find((one) => String(one.boardId) === header)
    if (!board) {
      throw new Problem(404, 'workspace_unknown', 'This key does not reach that board.', { workspaceIds: ids })
    }
    return board
  }
  const [only, second] = credential.boards
  if (!only) throw new Problem(403, 'role_too_low', 'This key reaches no board.')
  if (second) {
    throw new Problem(
      400,
      'workspace_required',
      `This key reaches several boards. Name one in the ${WORKSPACE_HEADER} header.`,
      { workspaceIds: ids },
    )
  }
  return only
}
