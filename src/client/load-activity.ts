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
  signal?: AbortSignal | undefined
}

/** GET /v1/board/activity. Throws ApiError, or the reason of an aborted signal. [gap G30] */
export async function loadActivity(
  connection: Connection,
  { workspaceId, signal, ...query }: ActivityRequest,
): Promise<ActivityList> {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const request = {
    endpoint: 'boardActivity',
    workspaceId,
    query: Object.fromEntries(sent),
  } as const
  const { json, status } = await send(connection, { ...request, signal })
  const list = readActivities(json)
  if (list) return list
  const { method, path } = ENDPOINTS.boardActivity
  throw new ApiError({ type: 'unreadable', method, path, status, serverMessage: '' })
}
