import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import type { Card } from '#contract/card.ts'
import { cardHandle, findCard, type PendingLabelEdit } from '#model/board-view.ts'
import { applyIntents, indexLabels, type LabelIntent, resolveLabelId } from '#model/card-labels.ts'
import { say } from '#state/notice-store.ts'
import { type BoardRead, readBoardAfter } from './board.ts'
import { clientOf } from './clients.ts'
import type { LabelsRead } from './labels.ts'
import { cardScope, isPending } from './moves.ts'
import { type BoardSession, boardKey, labelsKey } from './session.ts'
import { runWrite, whenQuiet } from './settle.ts'

interface LabelEditVariables {
  session: BoardSession
  cardId: string
  cardNumber: number
  intent: LabelIntent
}

function editsKey(session: BoardSession) {
  return ['card-labels', session.keyId, session.workspaceId, session.projectId ?? null] as const
}

/** Changes a card's labels by intent ("add 7"); the whole set is computed when it is sent. */
export function useEditCardLabels(session: BoardSession): (card: Card, intent: LabelIntent) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback((card, intent) => editCardLabels(queryClient, session, card, intent), [queryClient, session])
}

/** The label edits that lie over the board. */
export function usePendingLabelEdits(session: BoardSession, requestedAt: number): PendingLabelEdit[] {
  return useMutationState({
    filters: { mutationKey: editsKey(session), predicate: (mutation) => isPending(mutation, requestedAt) },
    select: (mutation) => {
      // The filter's key is given to label edits alone, so their variables are LabelEditVariables.
      const { cardId, intent } = mutation.state.variables as LabelEditVariables
      return { cardId, intent }
    },
  })
}

async function editCardLabels(queryClient: QueryClient, session: BoardSession, card: Card, intent: LabelIntent) {
  if (card.number === undefined || card.locked) return
  const handle = cardHandle(card)
  const variables: LabelEditVariables = { session, cardId: card.id, cardNumber: card.number, intent }
  try {
    await runWrite<LabelEditVariables>(
      queryClient,
      {
        mutationKey: editsKey(session),
        scope: cardScope(session, card.id),
        mutationFn: (edit) => sendLabels(queryClient, edit),
      },
      variables,
    )
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'the request failed'
    say(`${handle}: labels not changed: ${why.replace(/\.$/, '')}.`, 'bad')
  }
  const settledAt = instant()
  await whenQuiet(queryClient, editsKey(session))
  await readBoardAfter(queryClient, session, settledAt)
  await queryClient.invalidateQueries({ queryKey: labelsKey(session) })
}

/** The set that is sent: the newest read, the accepted edits which that read cannot show yet, and this intent. */
async function sendLabels(queryClient: QueryClient, edit: LabelEditVariables): Promise<WriteAnswer> {
  const { session, cardId, cardNumber, intent } = edit
  const read = queryClient.getQueryData<BoardRead>(boardKey(session))
  const card = read && findCard(read.board, cardId)?.card
  if (!read || !card?.labels) {
    throw new ApiError({
      kind: 'unreadable',
      method: 'PATCH',
      path: `/v1/cards/${cardNumber}`,
      status: 0,
      words: 'The card’s present labels are not known, so they cannot be changed safely.',
    })
  }
  const accepted = queryClient
    .getMutationCache()
    .findAll({ mutationKey: editsKey(session), status: 'success' })
    .filter((mutation) => isPending(mutation, read.requestedAt))
    .map((mutation) => mutation.state.variables as LabelEditVariables)
    .filter((other) => other.cardId === cardId)
    .map((other) => other.intent)
  const index = indexLabels(queryClient.getQueryData<LabelsRead>(labelsKey(session))?.list.labels ?? [])
  const ids = card.labels.map((label) => resolveLabelId(label.id, index))
  const labelIds = applyIntents(ids, [...accepted, intent])
  return clientOf(session.keyId).patchCard(session.workspaceId, cardNumber, { labelIds })
}
