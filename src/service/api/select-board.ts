import { WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { StoredCredential } from '../store/credential-rows.ts'

export interface SelectedBoard {
  boardId: number
  role: string
}

/**
 * Chooses the board in the header, or the only board of the key (spec 5.3). Several boards require
 * the header. [gap G11]
 */
export function selectBoard(
  credential: StoredCredential,
  header: string | undefined,
): SelectedBoard {
  const ids = credential.boards.map((board) => String(board.boardId))
  if (header !== undefined) {
    const board = credential.boards.find(({ boardId }) => String(boardId) === header)
    if (!board) {
      throw new Problem(404, 'workspace_unknown', messages.problems.workspaceUnknown, {
        workspaceIds: ids,
      })
    }
    return board
  }
  const [only, second] = credential.boards
  if (!only) throw new Problem(403, 'role_too_low', messages.problems.noBoardAccess)
  if (second) {
    throw new Problem(
      400,
      'workspace_required',
      messages.problems.workspaceRequired(WORKSPACE_HEADER),
      {
        workspaceIds: ids,
      },
    )
  }
  return only
}
