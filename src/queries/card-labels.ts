import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import type { Card } from '#contract/card.ts'
import { cardName, findCard, type PendingLabelEdit } from '#model/board-view.ts'
import { applyIntents, indexLabels, type LabelIntent, resolveLabelId } from '#model/card-labels.ts'
import { noteKey, say } from '#state/notice-store.ts'
import { type BoardRead, readBoardAfter } from './board.ts'
import { clientOf } from './clients.ts'
import type { LabelsRead } from './labels.ts'
import { cardScope, isPending } from './moves.ts'
import { type BoardSession, labelsKey } from './session.ts'
import { leavesOpen, runWrite, whenQuiet } from './settle.ts'

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
  const mutationKey = editsKey(session)
  const mutationFn = (edit: LabelEditVariables) => sendLabels(queryClient, edit)
  const variables: LabelEditVariables = { session, cardId: card.id, cardNumber: card.number, intent }
  const failure = await runWrite<LabelEditVariables>(
    queryClient,
    { mutationKey, scope: cardScope(session, card.id), mutationFn },
    variables,
  ).then(
    () => undefined,
    (error: unknown) => error,
  )
  const settledAt = instant()
  if (failure !== undefined && !leavesOpen(failure)) return sayNotChanged(session, card, failure)
  await whenQuiet(queryClient, mutationKey)
  const read = await readBoardAfter(queryClient, session, settledAt)
  void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
  const isLast = queryClient.isMutating({ mutationKey }) === 0
  // Edits that follow may already have undone this one: only the last can be held against what was read.
  if (isLast && !isProved(queryClient, session, card.id, intent, read)) {
    const why = read ? '' : ' The board cannot be read now.'
    say(`${cardName(card)}: labels asked for, no proof yet.${why}`, 'bad', { about: noteKey(session, card.id) })
  }
}

function sayNotChanged(session: BoardSession, card: Card, failure: unknown): void {
  const why = failure instanceof ApiError ? failure.message : 'the request failed'
  say(`${cardName(card)}: labels not changed: ${why.replace(/\.$/, '')}.`, 'bad', { about: noteKey(session, card.id) })
}

function isProved(
  queryClient: QueryClient,
  session: BoardSession,
  cardId: string,
  intent: LabelIntent,
  read: BoardRead | undefined,
): boolean {
  const card = read && findCard(read.board, cardId)?.card
  // A card that has left the board is told about by whatever took it away.
  if (read && !card) return true
  const ids = new Set(idsOf(queryClient, session, card?.labels ?? []))
  return read !== undefined && intent.add.every((id) => ids.has(id)) && intent.remove.every((id) => !ids.has(id))
}

/**
 * The set that is sent is computed on a read made just before it, so that what others did meanwhile is kept; earlier
 * edits of this page are in that read too, because a card's writes go one after the other.
 */
async function sendLabels(queryClient: QueryClient, edit: LabelEditVariables): Promise<WriteAnswer> {
  const { session, cardId, cardNumber, intent } = edit
  const read = await readBoardAfter(queryClient, session, instant())
  const card = read && findCard(read.board, cardId)?.card
  if (!card?.labels) {
    throw new ApiError({
      kind: 'http',
      method: 'PATCH',
      path: `/v1/cards/${cardNumber}`,
      status: 0,
      words: 'The card’s present labels could not be read, so they cannot be changed safely.',
    })
  }
  const labelIds = applyIntents(idsOf(queryClient, session, card.labels), [intent])
  return clientOf(session.keyId).patchCard(session.workspaceId, cardNumber, { labelIds })
}

function idsOf(queryClient: QueryClient, session: BoardSession, labels: readonly { id: string }[]): string[] {
  const index = indexLabels(queryClient.getQueryData<LabelsRead>(labelsKey(session))?.list.labels ?? [])
  return labels.map((label) => resolveLabelId(label.id, index))
}
