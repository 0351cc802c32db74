import { type Board, readBoard } from '#contract/board.ts'
import type { CardChange } from '#contract/card.ts'
import { type Credential, readCredential } from '#contract/credential.ts'
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts'
import { errorInSuccess } from '#contract/error-body.ts'
import { type Label, type LabelChange, type LabelList, type NewLabel, readLabel, readLabels } from '#contract/label.ts'
import { ApiError } from './api-error.ts'
import { type Answer, type Connection, NOT_THE_SERVICE, type Outgoing, send } from './send.ts'

/** A read that may have been answered with "not modified". */
export interface Versioned<T> {
  /** Undefined when what the caller holds (by its ETag) is still true. */
  value: T | undefined
  etag: string | undefined
  requestedAt: number
}

/** What an answered write is known to be before any read: answered, at that moment. Whether it was done, a read tells. */
export interface WriteAnswer {
  /** See instant(). */
  answeredAt: number
  /** The words of an error that came with a success; they are believed when the write cannot be seen. [gap G2] */
  refusal?: string | undefined
  /** 202: the service has taken it on, and may do it later. [gap G2] */
  isOnlyAsked?: boolean
}

/** Which board, and which version of it the caller holds. */
export interface ReadOptions {
  workspaceId: string
  etag?: string | undefined
  signal?: AbortSignal | undefined
}

/** The interface as typed calls. Every method throws ApiError on failure. */
export interface BoardClient {
  /** GET /v1/me (spec 4.1). */
  me(signal?: AbortSignal): Promise<Credential>
  /** GET /v1/board (spec 4.2). */
  board(options: ReadOptions & { projectId: string | undefined }): Promise<Versioned<Board>>
  /** GET /v1/labels (spec 4.3). */
  labels(options: ReadOptions): Promise<Versioned<LabelList>>
  /** POST /v1/labels (spec 4.4). The label, when the answer was label-shaped. */
  createLabel(workspaceId: string, label: NewLabel): Promise<WriteAnswer & { label: Label | undefined }>
  /** PATCH /v1/labels/{labelId} with the changed fields only. [gap G9] */
  patchLabel(workspaceId: string, labelId: string, change: LabelChange): Promise<WriteAnswer>
  /** DELETE /v1/labels/{labelId} (spec 4.6). */
  deleteLabel(workspaceId: string, labelId: string): Promise<WriteAnswer>
  /** PATCH /v1/cards/{number} (spec 4.7), where wanted only if the board still has that ETag. [gap G3] */
  patchCard(workspaceId: string, number: number, change: CardChange, ifMatch?: string): Promise<WriteAnswer>
}

/** Builds the calls for one key at one service. */
export function createBoardClient(connection: Connection): BoardClient {
  const call = (outgoing: Outgoing) => send(connection, outgoing)
  return {
    me: async (signal) => {
      const answer = await call({ endpoint: 'me', signal })
      return readCredential(answer.json) ?? unreadable('me', answer)
    },
    board: async ({ workspaceId, projectId, etag, signal }) => {
      const query = projectId === undefined ? {} : { projectId }
      return versioned('board', await call({ endpoint: 'board', query, workspaceId, etag, signal }), readBoard)
    },
    labels: async ({ workspaceId, etag, signal }) =>
      versioned('listLabels', await call({ endpoint: 'listLabels', workspaceId, etag, signal }), readLabels),
    createLabel: async (workspaceId, body) => {
      const answer = await call({ endpoint: 'createLabel', workspaceId, body })
      return { ...written(answer), label: readLabel(answer.json) }
    },
    patchLabel: async (workspaceId, labelId, body) =>
      written(await call({ endpoint: 'patchLabel', params: { labelId }, workspaceId, body })),
    deleteLabel: async (workspaceId, labelId) =>
      written(await call({ endpoint: 'deleteLabel', params: { labelId }, workspaceId })),
    patchCard: async (workspaceId, number, body, ifMatch) =>
      written(await call({ endpoint: 'patchCard', params: { number: String(number) }, workspaceId, body, ifMatch })),
  }
}

function written(answer: Answer): WriteAnswer {
  return {
    answeredAt: answer.answeredAt,
    isOnlyAsked: answer.status === 202,
    refusal: errorInSuccess(answer.json),
  }
}

function versioned<T extends { incomplete: boolean }>(
  endpoint: EndpointName,
  answer: Answer,
  read: (json: unknown) => T | undefined,
): Versioned<T> {
  const { etag, requestedAt } = answer
  if (answer.status === 304) return { value: undefined, etag, requestedAt }
  const value = read(answer.json) ?? unreadable(endpoint, answer)
  return { value: answer.hasNext ? { ...value, incomplete: true } : value, etag, requestedAt }
}

function unreadable(endpoint: EndpointName, answer: Answer): never {
  const { method, path } = ENDPOINTS[endpoint]
  // Some services send their errors with a 200.
  const said = errorInSuccess(answer.json)
  const words = said ? `${NOT_THE_SERVICE} It says: ${said}` : NOT_THE_SERVICE
  throw new ApiError({ kind: 'unreadable', method, path, status: answer.status, words })
}
