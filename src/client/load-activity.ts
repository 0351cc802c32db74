import { ENDPOINTS } from '#contract/endpoints.ts'
import { type ActivityList, readActivities } from '#contract/readers/read-activity.ts'
import { ApiError } from './api-error.ts'
import { type Connection, send } from './send.ts'

export interface ActivityRequest {
  workspaceId: string
  projectId: string | undefined
  /** Only later ones than the one with this id. */
  since?: string | undefined
  /** Only earlier ones than the one with this id. */
  before?: string | undefined
}

/** GET /v1/board/activity. Throws ApiError. [gap G30] */
export async function loadActivity(
  connection: Connection,
  { workspaceId, ...query }: ActivityRequest,
): Promise<ActivityList> {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const request = { workspaceId, query: Object.fromEntries(sent) }
  const { json, status } = await send(connection, { endpoint: 'boardActivity', ...request })
  const list = readActivities(json)
  if (list) return list
  const { method, path } = ENDPOINTS.boardActivity
  throw new ApiError({ type: 'unreadable', method, path, status, serverMessage: '' })
}
