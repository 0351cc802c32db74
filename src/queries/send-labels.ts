import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import { findCard } from '#model/board-view.ts'
import { applyIntents, indexLabels, type LabelIntent, resolveLabelId } from '#model/card-labels.ts'
import { type BoardRead, readBoardAfter } from './board.ts'
import type { LabelEdit } from './card-labels.ts'
import { clientOf, isSameOrigin } from './clients.ts'
import { type LabelsRead, readLabelsAnew } from './labels.ts'
import { type BoardSession, labelsKey } from './session.ts'

/** How often a set is computed anew because the board had changed under it. */
const ATTEMPTS = 8

/** False once the service was seen to refuse the very version that it gives out: then no version is asked for. */
let takesVersions = true

/** Believes in versions again, for tests. */
export function askForVersions(): void {
  takesVersions = true
}

/**
 * Sends a card's whole set (spec 4.3), computed on a read made just before, so that what others did is kept. Where the
 * service gives the board a version, it is asked to write only on that version: between the read and the write nobody's
 * edit gets lost. A label that was deleted meanwhile is left out, and the rest is sent. [gap G6]
 */
export async function sendLabels(queryClient: QueryClient, edit: LabelEdit): Promise<WriteAnswer> {
  const { session, cardId, cardNumber } = edit
  let { intent } = edit
  let refusedVersion: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    const read = await readBoardAfter(queryClient, session, instant())
    const card = read && findCard(read.board, cardId)?.card
    if (!card?.labels) throw notSent(cardNumber, 'The card’s present labels could not be read.')
    if (refusedVersion !== undefined && read?.etag === refusedVersion) takesVersions = false
    const labelIds = applyIntents(idsOf(queryClient, session, card.labels), [intent])
    const version = attempt < ATTEMPTS ? versionOf(read) : undefined
    try {
      return await clientOf(session.keyId).patchCard(session.workspaceId, cardNumber, { labelIds }, version)
    } catch (error) {
      if (!(error instanceof ApiError) || attempt >= ATTEMPTS) throw error
      if (error.status === 412 && version !== undefined) {
        refusedVersion = version
        continue
      }
      const remaining = await withoutDeleted(queryClient, session, intent, error)
      if (!remaining) throw error
      // Where one label was to take the place of another, taking the old one off alone would lose it on the card.
      if (remaining.add.length === 0 || remaining.remove.length > 0) {
        throw notSent(cardNumber, 'The label was deleted meanwhile.')
      }
      intent = remaining
    }
  }
}

/** The ids that a card's labels stand for. [gap G6] */
export function idsOf(queryClient: QueryClient, session: BoardSession, labels: readonly { id: string }[]): string[] {
  const index = indexLabels(queryClient.getQueryData<LabelsRead>(labelsKey(session))?.list.labels ?? [])
  return labels.map((label) => resolveLabelId(label.id, index))
}

/** The intent without labels that the board no longer has; undefined when none of them is gone. */
async function withoutDeleted(
  queryClient: QueryClient,
  session: BoardSession,
  intent: LabelIntent,
  error: ApiError,
): Promise<LabelIntent | undefined> {
  if (![400, 404, 409, 422].includes(error.status)) return undefined
  const list = await readLabelsAnew(queryClient, session)
  const known = list && new Set(list.labels.map((label) => label.id))
  const add = intent.add.filter((id) => known?.has(id) ?? true)
  return add.length < intent.add.length ? { add, remove: intent.remove } : undefined
}

/** Another origin may not allow the header, and then would not be reached at all. [gap G25] */
function versionOf(read: BoardRead | undefined): string | undefined {
  return takesVersions && isSameOrigin() ? read?.etag : undefined
}

function notSent(cardNumber: number, words: string): ApiError {
  return new ApiError({ kind: 'http', method: 'PATCH', path: `/v1/cards/${cardNumber}`, status: 0, words })
}
