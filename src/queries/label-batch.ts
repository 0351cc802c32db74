import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { instant } from '#client/instant.ts'
import type { Card } from '#contract/card.ts'
import type { LabelIntent } from '#model/card-labels.ts'
import { readBoardAfter } from './board.ts'
import { lookForEdit, showsEdit, writeCardLabels } from './edit-card-labels.ts'
import { waitBefore } from './query-client.ts'
import { type BoardSession, labelsKey } from './session.ts'

/** How far one edit of many cards has come. `stopped` has words when something failed, none when a person stopped it. */
export type BatchState =
  | { at: 'ready' }
  /** `wait`: seconds for which the service asks to pause. */
  | { at: 'running'; done: number; total: number; wait?: number }
  /** `changed`: the cards changed so far. */
  | { at: 'stopped'; done: number; total: number; words: string; changed: readonly Card[] }
  | { at: 'done'; changed: readonly Card[]; skipped: number }

/** Longest wait that a service may ask for before the batch stops and says so, in milliseconds. */
const PATIENCE = 90_000
/** How often in a row one card waits. */
const PATIENT_TIMES = 6
/** How soon a stop is heard during such a wait, in milliseconds. */
const LOOK_EVERY = 200

/**
 * One edit on many cards, one request a card, one after the other. It can be stopped, and begun again where it ended:
 * cards that already are as wanted are passed over, so a fault in the middle loses nothing. `run` resolves to the cards
 * that were changed in all, or undefined when it did not come to its end. `skip` has the card that it stopped at left out.
 */
export function useLabelBatch(session: BoardSession) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<BatchState>({ at: 'ready' })
  const stopped = useRef(false)
  const changed = useRef(new Map<string, Card>())
  const stoppedAt = useRef<string>(undefined)
  const skipped = useRef(new Set<string>())
  const run = async (cards: readonly Card[], intent: LabelIntent): Promise<readonly Card[] | undefined> => {
    stopped.current = false
    const total = cards.length
    for (const [done, card] of cards.entries()) {
      if (stopped.current) {
        setState({ at: 'stopped', done, total, words: '', changed: [...changed.current.values()] })
        return undefined
      }
      if (skipped.current.has(card.id)) continue
      setState({ at: 'running', done, total })
      const pause = async (ms: number) => {
        setState({ at: 'running', done, total, wait: Math.ceil(ms / 1_000) })
        const end = Date.now() + ms
        while (Date.now() < end && !stopped.current) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
        return !stopped.current
      }
      const outcome = await changeOne(queryClient, session, card, intent, pause)
      if (outcome === 'changed') changed.current.set(card.id, card)
      else if (outcome !== 'as wanted') {
        stoppedAt.current = card.id
        setState({ at: 'stopped', done, total, words: outcome.words, changed: [...changed.current.values()] })
        return undefined
      }
    }
    void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
    const all = [...changed.current.values()]
    setState({ at: 'done', changed: all, skipped: skipped.current.size })
    return all
  }
  const stop = () => {
    stopped.current = true
  }
  const skip = () => {
    if (stoppedAt.current !== undefined) skipped.current.add(stoppedAt.current)
  }
  return { state, run, stop, skip }
}

async function changeOne(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  intent: LabelIntent,
  pause: (ms: number) => Promise<boolean>,
): Promise<'changed' | 'as wanted' | { words: string }> {
  if (card.locked) return { words: card.locked }
  if (await isAsWanted(queryClient, session, card.id, intent)) return 'as wanted'
  let failure = await writeCardLabels(queryClient, session, card, intent)
  for (let count = 0; failure instanceof ApiError && isPutOff(failure); count += 1) {
    const wait = waitBefore(count, failure)
    if (wait > PATIENCE || count >= PATIENT_TIMES) break
    if (!(await pause(wait))) return { words: 'The service had asked to wait.' }
    failure = await writeCardLabels(queryClient, session, card, intent)
  }
  // The read decides, also when the answer was lost. One that a refusal has spoken of is looked for once.
  const look = { since: instant(), isWanted: () => failure === undefined }
  const seen = await lookForEdit(queryClient, session, card.id, intent, look)
  if (seen === 'shown') return 'changed'
  const words = failure instanceof Error ? failure.message : 'The board does not show the change.'
  return { words: `#${card.number}: ${words}` }
}

/** Does the service ask for a pause, rather than refuse? */
function isPutOff(error: ApiError): boolean {
  return error.status === 429 || (error.status === 503 && error.retryAfter !== undefined)
}

/** Does a read begun now show the card as the edit wants it? */
async function isAsWanted(queryClient: QueryClient, session: BoardSession, cardId: string, intent: LabelIntent) {
  const read = await readBoardAfter(queryClient, session, instant())
  return read !== undefined && showsEdit(queryClient, session, cardId, intent, read)
}
