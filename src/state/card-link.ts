import type { BoardSession } from '#model/board-ref.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { writeUrl } from './url-state.ts'

export type LinkedBoard = Pick<BoardSession, 'workspaceId' | 'projectId'>

/** The query of a card's link: its board and its number, without the filter. */
export function cardQuery(board: LinkedBoard, cardNumber: number): string {
  const { workspaceId, projectId } = board
  return writeUrl({ ...EMPTY_FILTER, workspaceId, projectId, cardNumber })
}
