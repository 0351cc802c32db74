import type { BoardSession } from '#model/board-ref.ts'
import type { MoveCheck } from '#model/move-check.ts'
import type { MoveIntent, MoveOutcome, MoveResponse } from '#model/move-outcome.ts'
import { perClient } from '../per-client.ts'

/** What happens to a move. A hook of the board feature shows it. */
export type MoveReport = { session: BoardSession } & (
  | { type: 'started'; intent: MoveIntent }
  /** The response does not settle the move, and no load has confirmed it yet. */
  | { type: 'unconfirmed'; intent: MoveIntent; response: MoveResponse }
  | { type: 'settled'; intent: MoveIntent; outcome: MoveOutcome }
  | { type: 'not-sent'; check: Exclude<MoveCheck, { type: 'allowed' }> }
)

type Listener = (report: MoveReport) => void

/** Reports wait for the first listener, whose code can load later than the first move. */
class MoveReports {
  private readonly listeners = new Set<Listener>()
  private waiting: MoveReport[] = []

  publish(report: MoveReport): void {
    if (this.listeners.size === 0) this.waiting.push(report)
    for (const listener of this.listeners) listener(report)
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    for (const report of this.waiting.splice(0)) listener(report)
    return () => this.listeners.delete(listener)
  }
}

export const moveReportsOf = perClient(() => new MoveReports())
