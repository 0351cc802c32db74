import { monotonicNow } from '#client/monotonic-now.ts'
import { type BoardRef, cardKey } from '#model/board-ref.ts'
import { perClient } from '../per-client.ts'

/** How long after a write of labels a change of labels counts as its effect. */
const LATE_LABELS_MS = 30_000

/** The writes of this page, to tell its own changes from those of other people. */
class LocalWrites {
  /** When this page last changed a card, or got the response to it, by `cardKey`. */
  private readonly writtenAt = new Map<string, number>()
  /** When this page last wrote labels of a board or of its cards, by workspace id. */
  private readonly labelsWrittenAt = new Map<string, number>()
  /** The columns that cards are expected in, by `cardKey`. */
  private readonly expected = new Map<string, readonly string[]>()

  markWritten(board: BoardRef, cardId: string): void {
    this.writtenAt.set(cardKey(board, cardId), monotonicNow())
  }

  wasWrittenSince(board: BoardRef, cardId: string, since: number): boolean {
    return (this.writtenAt.get(cardKey(board, cardId)) ?? Number.NEGATIVE_INFINITY) >= since
  }

  markLabelsWritten({ workspaceId }: BoardRef): void {
    this.labelsWrittenAt.set(workspaceId, monotonicNow())
  }

  /** One write can change many cards, and a service can apply it late. */
  mayHaveWrittenLabels({ workspaceId }: BoardRef, since: number): boolean {
    const writtenAt = this.labelsWrittenAt.get(workspaceId) ?? Number.NEGATIVE_INFINITY
    return writtenAt >= since - LATE_LABELS_MS
  }

  /**
   * Expects a card in a column until the returned function is called: a load that shows it there
   * shows a write of this page, however late the service applies it.
   */
  expect(board: BoardRef, cardId: string, statusId: string): () => void {
    const key = cardKey(board, cardId)
    this.expected.set(key, [...(this.expected.get(key) ?? []), statusId])
    return () => {
      const statusIds = this.expected.get(key) ?? []
      const index = statusIds.indexOf(statusId)
      const others = statusIds.filter((_, position) => position !== index)
      if (others.length > 0) this.expected.set(key, others)
      else this.expected.delete(key)
    }
  }

  isExpected(board: BoardRef, cardId: string, statusId: string | undefined): boolean {
    if (statusId === undefined) return false
    return this.expected.get(cardKey(board, cardId))?.includes(statusId) ?? false
  }
}

export const localWritesOf = perClient(() => new LocalWrites())
