import type { CardRepository } from '#contract/readers/read-card-repository.ts'
import * as messages from '#messages/card-repository-messages.ts'

/** A sentence that ends with a commit, or with a name. */
export interface PlacementReason {
  text: string
  commit?: string
}

/** Why a card is in its column, and why it isn't in the next one any more. */
export function placementReasons(
  repository: CardRepository,
  column: string,
  next: string,
): PlacementReason[] {
  const { revertedBy } = repository
  const placed = placement(repository, column)
  const reverted = { text: messages.revertedBy(next), commit: revertedBy ?? '' }
  return [...(placed ? [placed] : []), ...(revertedBy === undefined ? [] : [reverted])]
}

function placement(
  { placedBy, placedAt, release, revertedBy }: CardRepository,
  column: string,
): PlacementReason | undefined {
  const hasCommit = placedAt !== undefined
  const commit = hasCommit ? { commit: placedAt } : {}
  if (placedBy === 'work' && revertedBy === undefined) return { text: messages.IN_NO_STAGE }
  if (release !== undefined) return { text: messages.inSinceRelease(column, release) }
  if (placedBy === 'content') return { text: messages.inByContent(column, hasCommit), ...commit }
  if (placedBy === 'ancestry') return { text: messages.inSince(column, hasCommit), ...commit }
  return undefined
}
