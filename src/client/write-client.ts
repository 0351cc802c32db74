import type { CardPatch } from '#contract/readers/read-card.ts'
import { deferredMessage, errorInSuccessMessage } from '#contract/readers/read-error-body.ts'
import {
  type Label,
  type LabelChange,
  type NewLabel,
  readLabel,
} from '#contract/readers/read-label.ts'
import type { ApiRequest } from './build-request.ts'
import { type ApiResponse, type Connection, send } from './send.ts'

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

/** What the API changes. The methods throw ApiError. */
export interface WriteClient {
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

/** The code for writes isn't in the first load, so it is apart from the code for loads. */
export function createWriteClient(connection: Connection): WriteClient {
  const call = (request: ApiRequest) => send(connection, request)
  return {
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
