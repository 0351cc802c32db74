import type { QueryClient } from '@tanstack/react-query'
import { instant } from '#client/instant.ts'
import { findCard } from '#model/board-view.ts'
import { type JudgedMove, judgeMove, judgeUnread, type MoveAnswer, type MoveIntent } from '#model/move-outcome.ts'
import { rememberAsked } from '#state/asked-store.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useKeysStore } from '#state/keys-store.ts'
import { noteKey, noteOnCard, say } from '#state/notice-store.ts'
import { boardTitle, useSettingsStore } from '#state/settings-store.ts'
import { rememberMove, undoLastMove } from '#state/undo-store.ts'
import { type BoardRead, readBoardAfter } from './board.ts'
import { type BoardSession, boardKey } from './session.ts'
import { whenQuiet } from './settle.ts'

/** A move that has been answered, or has got no answer, and whose outcome is not known yet. */
export interface AnsweredMove {
  queryClient: QueryClient
  session: BoardSession
  intent: MoveIntent
  answer: MoveAnswer
  /** See client/instant. */
  answeredAt: number
  /** Mutation key of the writes that one read may speak for. */
  writesKey: readonly unknown[]
  /** False once the card has been asked to move again: that move's outcome is the one to tell. */
  isLatest: () => boolean
  /** No longer takes the card's coming there for our own doing. */
  forget: () => void
  /** Waits that many milliseconds. */
  pause: (ms: number) => Promise<void>
}

/** Waits between the reads that look for an accepted move's effect, in milliseconds. [gap G13] */
const LOOK_AGAIN = [500, 2_000, 5_000]

/** Finds out by reading what became of a move, and says it: once, and only when it is still the card's last. */
export async function followMove(move: AnsweredMove): Promise<void> {
  if (!isWanted(move)) return move.forget()
  if (move.answer.kind === 'no-answer') noteDoubt(move)
  await whenQuiet(move.queryClient, move.writesKey)
  const judged = await judgeByReading(move)
  if (judged === 'unwanted' || !isWanted(move)) return move.forget()
  const told = judged ?? judgeUnread(move.intent, move.answer)
  report(move, told)
  if (!judged || told.outcome === 'unknown') watchForProof(move, told.outcome === 'unknown' && !judged)
  else move.forget()
}

/** Undefined: the board could not be read. */
async function judgeByReading(move: AnsweredMove): Promise<JudgedMove | 'unwanted' | undefined> {
  let since = move.answeredAt
  for (const wait of [0, ...LOOK_AGAIN]) {
    if (wait > 0) {
      await move.pause(wait)
      since = instant()
    }
    if (!isWanted(move)) return 'unwanted'
    const read = await readBoardAfter(move.queryClient, move.session, since)
    const judged = read && judgeMove(move.intent, move.answer, read.board, wait === LOOK_AGAIN.at(-1))
    if (judged) return judged
    // The answer was plain, so that nobody is left waiting for a read that fails.
    if (!read && isPlain(move.answer)) return undefined
    // Taken, and not to be seen: the card says so while it is looked for again.
    if (wait === 0) noteDoubt(move)
  }
  return undefined
}

function isPlain(answer: MoveAnswer): boolean {
  return answer.kind !== 'accepted' && answer.kind !== 'no-answer'
}

/**
 * Tells it when a later read of the board brings what no read had shown in time. `unread`: no read has spoken yet, so
 * that the first one is told in any case. [gap G13]
 */
function watchForProof(move: AnsweredMove, unread: boolean): void {
  const { queryClient, session, intent } = move
  const hash = JSON.stringify(boardKey(session))
  let isNews = unread
  const finish = () => {
    stop()
    move.forget()
  }
  const stop = queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryHash !== hash) return
    if (!isWanted(move)) return finish()
    const read = queryClient.getQueryData<BoardRead>(boardKey(session))
    if (!read || read.requestedAt <= move.answeredAt) return
    const isHome = findCard(read.board, intent.cardId)?.column.statusId === intent.fromStatusId
    const judged = judgeMove(intent, isHome ? move.answer : { kind: 'accepted' }, read.board, true)
    if (!isHome || judged?.outcome !== 'unknown') finish()
    const isOther = judged?.outcome === 'moved' || (judged?.outcome === 'refused' && !isPlain(move.answer))
    if (judged && (isNews || isOther)) report(move, judged)
    isNews = false
  })
}

function isWanted({ session, isLatest }: AnsweredMove): boolean {
  return isLatest() && useKeysStore.getState().keys.some((key) => key.id === session.keyId)
}

function report({ session, intent }: AnsweredMove, { outcome, sentence, note }: JudgedMove): void {
  const { keyId, workspaceId } = session
  const shown = useBoardUiStore.getState().shown
  const isShown = shown?.keyId === keyId && shown.workspaceId === workspaceId
  const key = noteKey(session, intent.cardId)
  const where = isShown ? '' : `${boardTitle(useSettingsStore.getState(), workspaceId)}: `
  const tone = outcome === 'moved' ? 'good' : outcome === 'gone' ? 'neutral' : 'bad'
  const canUndo = outcome === 'moved' && isShown && !intent.undo
  if (canUndo) {
    const { cardId, fromStatusId, toStatusId } = intent
    rememberMove({ board: { keyId, workspaceId }, cardId, fromStatusId, toStatusId })
  }
  const action = canUndo ? { label: 'Undo', run: () => undoLastMove(shown) } : undefined
  say(where + sentence, tone, { action, about: key })
  const failed = outcome === 'moved' || outcome === 'gone' ? null : outcome
  rememberAsked(key, failed === 'refused' ? intent.toStatusId : null)
  noteOnCard(key, failed && note ? { outcome: failed, text: note, statusId: intent.fromStatusId } : null)
}

/** The card is back where it was: until a read has spoken, it says itself that this is no answer. */
function noteDoubt({ session, intent, answer }: AnsweredMove): void {
  const why = answer.kind === 'no-answer' && answer.words ? ` ${answer.words.replace(/[.\s]*$/, '.')}` : ''
  const text = `Asked for ${intent.toName}, no proof yet.${why}`
  noteOnCard(noteKey(session, intent.cardId), { outcome: 'unknown', text, statusId: intent.fromStatusId })
}
