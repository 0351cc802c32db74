import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { redactSecret } from '#contract/redact.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { createBoardPatch } from '#model/board-patch.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import type { WorkerRequest, WorkerResponse } from './board-worker-messages.ts'

/**
 * Reads large boards beside the page. It remembers the last one, so that its responses contain only
 * what is different.
 */
function listen(): void {
  let known: { version: string; board: Board } | undefined
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    const { id, version, baseVersion } = data
    const base = known?.version === baseVersion ? known?.board : undefined
    const json = parse(data)
    const board = readBoard(json)
    known = board && { version, board: shareBoard(base, board) }
    if (baseVersion !== undefined) {
      const patch = base && known && createBoardPatch(base, known.board)
      respond(patch ? { id, type: 'patch', patch } : { id, type: 'no-patch' })
    }
    respond({ id, type: 'findings', findings: findingsIn(json) })
  })
}

function parse({ body, secret }: WorkerRequest): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    return JSON.parse(redactSecret(text, secret))
  } catch {
    return undefined
  }
}

function findingsIn(json: unknown) {
  const steps = findUnrecognized({ endpoint: 'board', json })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function respond(response: WorkerResponse): void {
  postMessage(response)
}

listen()
