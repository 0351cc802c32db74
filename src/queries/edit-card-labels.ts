import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error.ts'
import { instant } from '#client/instant.ts'
import type { Card } from '#contract/card.ts'
import { cardName, findCard } from '#model/board-view.ts'
import type { LabelIntent } from '#model/card-labels.ts'
import { dismissNoticeAbout, noteKey, say } from '#state/notice-store.ts'
import { type BoardRead, readBoardAfter } from './board.ts'
import { editsKey, type LabelEdit } from './card-labels.ts'
import { failureWords } from './failure.ts'
import { cardScope } from './moves.ts'
import { waitBefore } from './query-client.ts'
import { idsOf, sendLabels } from './send-labels.ts'
import { type BoardSession, labelsKey } from './session.ts'
import { leavesOpen, runWrite, whenQuiet } from './settle.ts'
import { isShortWait, isSuccess, refusedIn200 } from './write-answers.ts'

/** Changes a card's labels by intent ("add 7"); the whole set is computed when it is sent. */
export function useEditCardLabels(session: BoardSession): (card: Card, intent: LabelIntent) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback((card, intent) => editCardLabels(queryClient, session, card, intent), [queryClient, session])
}

async function editCardLabels(queryClient: QueryClient, session: BoardSession, card: Card, intent: LabelIntent) {
  if (card.locked) return
  dismissNoticeAbout(noteKey(session, card.id))
  const failure = await writeCardLabels(queryClient, session, card, intent, isShortWait)
  const settledAt = instant()
  if (failure !== undefined && !leavesOpen(failure) && !isSuccess(failure)) return sayNotChanged(session, card, failure)
  const mutationKey = editsKey(session)
  await whenQuiet(queryClient, mutationKey)
  // Edits that follow may already have undone this one: only the last can be held against what was read.
  const isLast = () => queryClient.isMutating({ mutationKey }) === 0
  // After an answer that speaks of a failure it is looked for once: it may never have been begun.
  const isWanted = () => isLast() && !(failure instanceof ApiError && failure.kind === 'http')
  const seen = await lookForEdit(queryClient, session, card.id, intent, { since: settledAt, isWanted })
  void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
  if (isLast() && seen !== 'shown') {
    if (isSuccess(failure)) return sayNotChanged(session, card, failure)
    const why = seen === 'not shown' ? '' : ' The board cannot be read now.'
    say(`${cardName(card)}: labels asked for, no proof yet.${why}`, 'bad', { about: noteKey(session, card.id) })
  }
}

/** Waits between the reads that look for an accepted edit, in milliseconds: 202 means asked, not done. [gap G2] */
const LOOK_AGAIN = [200, 500, 2_000]

/** Which reads may show an edit: those started after `since`, for as long as somebody wants to know. */
interface Look {
  /** See client/instant. */
  since: number
  isWanted: () => boolean
}

/** Looks for an edit that the service has taken, more than once: it may do later what it was asked. */
export async function lookForEdit(
  queryClient: QueryClient,
  session: BoardSession,
  cardId: string,
  intent: LabelIntent,
  { since, isWanted }: Look,
): Promise<'shown' | 'not shown' | 'unread'> {
  let from = since
  let read: BoardRead | undefined
  for (const wait of [0, ...LOOK_AGAIN]) {
    if (wait > 0) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      from = instant()
    }
    read = await readBoardAfter(queryClient, session, from)
    if (read && showsEdit(queryClient, session, cardId, intent, read)) return 'shown'
    if (!read || !isWanted()) break
  }
  return read ? 'not shown' : 'unread'
}

/** Sends one edit in its card's turn, with its overlay. Resolves to the failure, or to undefined when it was answered. */
export async function writeCardLabels(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  intent: LabelIntent,
  retry: (count: number, error: ApiError) => boolean = () => false,
): Promise<unknown> {
  if (card.number === undefined) return new Error('The card has no number.')
  const mutationFn = async (edit: LabelEdit) => {
    const answer = await sendLabels(queryClient, edit)
    // The next edit of this card is computed on a read: it must not begin before that can show this one.
    const look = { since: answer.answeredAt, isWanted: () => true }
    if (answer.isOnlyAsked) await lookForEdit(queryClient, session, card.id, intent, look)
    return answer
  }
  const variables: LabelEdit = { session, cardId: card.id, cardNumber: card.number, intent }
  const scope = cardScope(session, card.id)
  const options = { mutationKey: editsKey(session), scope, mutationFn, retry, retryDelay: waitBefore }
  return runWrite<LabelEdit>(queryClient, options, variables).then(
    ({ refusal }) => (refusal === undefined ? undefined : refusedIn200(refusal)),
    (error: unknown) => error,
  )
}

/** Does a read show a card as an edit wants it? A card that has left the board is told about by whatever took it away. */
export function showsEdit(
  queryClient: QueryClient,
  session: BoardSession,
  cardId: string,
  intent: LabelIntent,
  read: BoardRead,
): boolean {
  const card = findCard(read.board, cardId)?.card
  if (!card) return true
  const ids = new Set(idsOf(queryClient, session, card.labels ?? []))
  return intent.add.every((id) => ids.has(id)) && intent.remove.every((id) => !ids.has(id))
}

function sayNotChanged(session: BoardSession, card: Card, failure: unknown): void {
  const why = failure instanceof ApiError ? failureWords(failure) : 'the request failed'
  say(`${cardName(card)}: labels not changed: ${why.replace(/\.$/, '')}.`, 'bad', { about: noteKey(session, card.id) })
}
