import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts'
import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { type Credential, readCredential } from '#contract/readers/read-credential.ts'
import { errorInSuccessMessage } from '#contract/readers/read-error-body.ts'
import { type LabelList, readLabels } from '#contract/readers/read-label.ts'
import { ApiError } from './api-error.ts'
import { type ApiRequest, boardRequest, labelsRequest, ME_REQUEST } from './build-request.ts'
import { nextTask } from './next-task.ts'
import { type ApiResponse, type Connection, send } from './send.ts'
import type { WorkerFetch } from './worker-fetch.ts'

/** Result of a conditional GET (If-None-Match). */
interface Versioned<T> {
  /** Undefined after a 304: the caller’s version is current. */
  value: T | undefined
  etag: string | undefined
  /** Whether the service has waited for a change, or would have. */
  isLive: boolean
  requestedAt: number
}

/** `etag`: the version that the caller already has. */
interface LoadOptions {
  workspaceId: string
  etag?: string | undefined
  signal?: AbortSignal | undefined
}

interface BoardLoadOptions extends LoadOptions {
  projectId: string | undefined
  workerFetch?: WorkerFetch | undefined
  /** Seconds that the service may wait for another version than `etag`. [gap G27] */
  wait?: number | undefined
}

/** What the API returns. The methods throw ApiError, or the reason of an aborted signal. */
export interface LoadClient {
  /** GET /v1/me (spec 4.1). */
  me(signal?: AbortSignal): Promise<Credential>
  /** GET /v1/board (spec 4.2). */
  board(options: BoardLoadOptions): Promise<Versioned<Board>>
  /** GET /v1/labels (spec 4.3). */
  labels(options: LoadOptions): Promise<Versioned<LabelList>>
}

export function createLoadClient(connection: Connection): LoadClient {
  const call = (request: ApiRequest) => send(connection, request)
  return {
    me: async (signal) => {
      const response = await call({ ...ME_REQUEST, signal })
      return readCredential(response.json) ?? throwUnreadable('me', response)
    },
    board: async ({ workspaceId, projectId, ...options }) => {
      const request = boardRequest(workspaceId, projectId)
      const response = await call({ ...request, ...options })
      // Parsing a large board and reading it would together hold up the page.
      if (response.json !== undefined) await nextTask()
      return versioned('board', response, (json) => response.board ?? readBoard(json))
    },
    labels: async ({ workspaceId, etag, signal }) =>
      versioned(
        'listLabels',
        await call({ ...labelsRequest(workspaceId), etag, signal }),
        readLabels,
      ),
  }
}

function versioned<T extends { hasNextPage: boolean }>(
  endpoint: EndpointName,
  response: ApiResponse,
  read: (json: unknown) => T | undefined,
): Versioned<T> {
  const { etag, isLive, requestedAt } = response
  if (response.status === 304) return { value: undefined, etag, isLive, requestedAt }
  const value = read(response.json) ?? throwUnreadable(endpoint, response)
  return {
    value: response.hasNextPage ? { ...value, hasNextPage: true } : value,
    etag,
    isLive,
    requestedAt,
  }
}

function throwUnreadable(endpoint: EndpointName, response: ApiResponse): never {
  const { method, path } = ENDPOINTS[endpoint]
  const { status } = response
  // Some services report errors with status 200.
  const serverMessage = errorInSuccessMessage(response.json) ?? ''
  throw new ApiError({ type: 'unreadable', method, path, status, serverMessage })
}
