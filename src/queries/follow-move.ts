import type { QueryClient } from '@tanstack/react-query'
import { instant } from '#client/instant.ts'
import { findCard } from '#model/board-view.ts'
import { type JudgedMove, judgeMove, type MoveAnswer, type MoveIntent, moveName } from '#model/move-outcome.ts'
import { rememberAsked } from '#state/asked-store.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useKeysStore } from '#state/keys-store.ts'
import { noteKey, noteOnCard, say } from '#state/notice-store.ts'
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
  /** Waits that many milliseconds. */
  pause: (ms: number) => Promise<void>
}

/** Waits between the reads that look for an accepted move's effect, in milliseconds. [gap G13] */
const LOOK_AGAIN = [500, 2_000, 5_000]

/** Finds out by reading what became of a move, and says it: once, and only when it is still the card's last. */
export async function followMove(move: AnsweredMove): Promise<void> {
  if (!isWanted(move)) return
  if (move.answer.kind === 'no-answer') noteDoubt(move)
  await whenQuiet(move.queryClient, move.writesKey)
  const judged = await judgeByReading(move)
  if (!judged || !isWanted(move)) return
  report(move, judged)
  if (judged.outcome === 'unknown') watchForProof(move)
}

async function judgeByReading(move: AnsweredMove): Promise<JudgedMove | undefined> {
  let since = move.answeredAt
  for (const wait of [0, ...LOOK_AGAIN]) {
    if (wait > 0) {
      await move.pause(wait)
      since = instant()
    }
    if (!isWanted(move)) return undefined
    const read = await readBoardAfter(move.queryClient, move.session, since)
    const judged = read && judgeMove(move.intent, move.answer, read.board, wait === LOOK_AGAIN.at(-1))
    if (judged) return judged
  }
  return { outcome: 'unknown', sentence: `${doubt(move.intent)} The board cannot be read now.` }
}

/** Tells it when a later read of the board brings what no read had shown in time. [gap G13] */
function watchForProof(move: AnsweredMove): void {
  const { queryClient, session, intent } = move
  const hash = JSON.stringify(boardKey(session))
  const stop = queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryHash !== hash) return
    if (!isWanted(move)) return stop()
    const read = queryClient.getQueryData<BoardRead>(boardKey(session))
    const found = read && findCard(read.board, intent.cardId)
    if (found?.column.statusId === intent.fromStatusId) return
    stop()
    const judged = read && judgeMove(intent, { kind: 'accepted' }, read.board, true)
    if (judged?.outcome === 'moved') report(move, judged)
  })
}

function isWanted({ session, isLatest }: AnsweredMove): boolean {
  return isLatest() && useKeysStore.getState().keys.some((key) => key.id === session.keyId)
}

function report({ session, intent }: AnsweredMove, { outcome, sentence }: JudgedMove): void {
  const { keyId, workspaceId } = session
  const shown = useBoardUiStore.getState().shown
  const isShown = shown?.keyId === keyId && shown.workspaceId === workspaceId
  const key = noteKey(session, intent.cardId)
  const where = isShown ? '' : `Board ${workspaceId}: `
  const tone = outcome === 'moved' ? 'good' : outcome === 'gone' ? 'neutral' : 'bad'
  const canUndo = outcome === 'moved' && isShown && !intent.undo
  if (canUndo) {
    const { cardId, fromStatusId, toStatusId } = intent
    rememberMove({ board: { keyId, workspaceId }, cardId, fromStatusId, toStatusId })
  }
  say(where + sentence, tone, canUndo ? { label: 'Undo', run: () => undoLastMove(shown) } : undefined)
  const failed = outcome === 'moved' || outcome === 'gone' ? null : outcome
  rememberAsked(key, failed === 'refused' ? intent.toStatusId : null)
  noteOnCard(key, failed && { outcome: failed, sentence, statusId: intent.fromStatusId })
}

/** The card is back where it was: until a read has spoken, it says itself that this is no answer. */
function noteDoubt({ session, intent }: AnsweredMove): void {
  const note = { outcome: 'unknown', sentence: doubt(intent), statusId: intent.fromStatusId } as const
  noteOnCard(noteKey(session, intent.cardId), note)
}

function doubt(intent: MoveIntent): string {
  return `${moveName(intent)}: asked for ${intent.toName}, no proof yet.`
}
