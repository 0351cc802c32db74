import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts'
import { type Board, readBoard } from '#contract/readers/read-board.ts'
import type { CardPatch } from '#contract/readers/read-card.ts'
import { type Credential, readCredential } from '#contract/readers/read-credential.ts'
import { deferredMessage, errorInSuccessMessage } from '#contract/readers/read-error-body.ts'
import {
  type Label,
  type LabelChange,
  type LabelList,
  type NewLabel,
  readLabel,
  readLabels,
} from '#contract/readers/read-label.ts'
import { ApiError } from './api-error.ts'
import { type ApiRequest, boardRequest, labelsRequest, ME_REQUEST } from './build-request.ts'
import { nextTask } from './next-task.ts'
import { type ApiResponse, type Connection, send } from './send.ts'

/** Result of a conditional GET (If-None-Match). */
export interface Versioned<T> {
  /** Undefined after a 304: the caller’s version is current. */
  value: T | undefined
  etag: string | undefined
  requestedAt: number
}

/**
 * The acknowledgment of a write. It does not prove that the write took effect; only a later load
 * does.
 */
export interface Acknowledgment {
  /** When the response arrived, from `monotonicNow()`. */
  acknowledgedAt: number
  /**
   * Message of an error in a 2xx response. It is shown only if a later load does not show the
   * write. [gap G2]
   */
  refusal?: string | undefined
  /** Status 202: the service accepted the write, and may apply it later. [gap G2] */
  isDeferred?: boolean
  /** What the service said about that. */
  deferredMessage?: string | undefined
}

/** `etag`: the version that the caller already has. */
export interface LoadOptions {
  workspaceId: string
  etag?: string | undefined
  signal?: AbortSignal | undefined
}

/** The API as typed methods. They throw ApiError, or the reason of an aborted signal. */
export interface BoardClient {
  /** GET /v1/me (spec 4.1). */
  me(signal?: AbortSignal): Promise<Credential>
  /** GET /v1/board (spec 4.2). */
  board(options: LoadOptions & { projectId: string | undefined }): Promise<Versioned<Board>>
  /** GET /v1/labels (spec 4.3). */
  labels(options: LoadOptions): Promise<Versioned<LabelList>>
  /** POST /v1/labels (spec 4.4). `label` is undefined when the response isn’t a label. */
  createLabel(
    workspaceId: string,
    label: NewLabel,
  ): Promise<Acknowledgment & { label: Label | undefined }>
  /** PATCH /v1/labels/{labelId} with the changed fields only. [gap G9] */
  patchLabel(workspaceId: string, labelId: string, change: LabelChange): Promise<Acknowledgment>
  /** DELETE /v1/labels/{labelId} (spec 4.6). */
  deleteLabel(workspaceId: string, labelId: string): Promise<Acknowledgment>
  /**
   * PATCH /v1/cards/{number} (spec 4.7). `ifMatch`: apply only if the board still has this ETag.
   * [gap G3]
   */
  patchCard(
    workspaceId: string,
    number: number,
    change: CardPatch,
    ifMatch?: string,
  ): Promise<Acknowledgment>
}

export function createBoardClient(connection: Connection): BoardClient {
  const call = (request: ApiRequest) => send(connection, request)
  return {
    me: async (signal) => {
      const response = await call({ ...ME_REQUEST, signal })
      return readCredential(response.json) ?? throwUnreadable('me', response)
    },
    board: async ({ workspaceId, projectId, etag, signal }) => {
      const request = boardRequest(workspaceId, projectId)
      const response = await call({ ...request, etag, signal })
      // Parsing a large board and reading it would together hold up the page.
      if (response.json !== undefined) await nextTask()
      return versioned('board', response, readBoard)
    },
    labels: async ({ workspaceId, etag, signal }) =>
      versioned(
        'listLabels',
        await call({ ...labelsRequest(workspaceId), etag, signal }),
        readLabels,
      ),
    createLabel: async (workspaceId, body) => {
      const response = await call({ endpoint: 'createLabel', workspaceId, body })
      return { ...acknowledgmentOf(response), label: readLabel(response.json) }
    },
    patchLabel: async (workspaceId, labelId, body) =>
      acknowledgmentOf(
        await call({ endpoint: 'patchLabel', params: { labelId }, workspaceId, body }),
      ),
    deleteLabel: async (workspaceId, labelId) =>
      acknowledgmentOf(await call({ endpoint: 'deleteLabel', params: { labelId }, workspaceId })),
    patchCard: async (workspaceId, number, body, ifMatch) =>
      acknowledgmentOf(
        await call({
          endpoint: 'patchCard',
          params: { number: String(number) },
          workspaceId,
          body,
          ifMatch,
        }),
      ),
  }
}

function acknowledgmentOf(response: ApiResponse): Acknowledgment {
  return {
    acknowledgedAt: response.acknowledgedAt,
    isDeferred: response.status === 202,
    deferredMessage: response.status === 202 ? deferredMessage(response.json) : undefined,
    refusal: errorInSuccessMessage(response.json),
  }
}

function versioned<T extends { hasNextPage: boolean }>(
  endpoint: EndpointName,
  response: ApiResponse,
  read: (json: unknown) => T | undefined,
): Versioned<T> {
  const { etag, requestedAt } = response
  if (response.status === 304) return { value: undefined, etag, requestedAt }
  const value = read(response.json) ?? throwUnreadable(endpoint, response)
  return {
    value: response.hasNextPage ? { ...value, hasNextPage: true } : value,
    etag,
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
