import type { CardRepository } from '#contract/readers/read-card-repository.ts'
import * as messages from '#messages/card-repository-messages.ts'

/** A sentence that ends with a commit, or with a name. */
export interface PlacementReason {
  text: string
  commit?: string
}

const DAY_MS = 86_400_000

/** What a reason needs to know of a column. */
interface NamedColumn {
  statusId: string | undefined
  name: string
}

/**
 * Why a card is in its column, why it isn't in the next one any more, and which further columns have
 * only a part of it.
 */
export function placementReasons(
  repository: CardRepository,
  column: string,
  after: readonly NamedColumn[],
): PlacementReason[] {
  const { revertedBy, partly } = repository
  const placed = placement(repository, column)
  const reverted = { text: messages.revertedBy(after[0]?.name ?? ''), commit: revertedBy ?? '' }
  const parts = partly.flatMap(({ statusId, files }) => {
    const name = after.find((one) => one.statusId === statusId)?.name
    return name === undefined ? [] : [{ text: messages.partlyWithout(name, files) }]
  })
  return [...(placed ? [placed] : []), ...(revertedBy === undefined ? [] : [reverted]), ...parts]
}

function placement(
  { placedBy, placedAt, enteredAt, release, revertedBy }: CardRepository,
  column: string,
): PlacementReason | undefined {
  const hasCommit = placedAt !== undefined
  const commit = hasCommit ? { commit: placedAt } : {}
  if (placedBy === 'unknown') return { text: messages.NOT_FOUND_YET }
  if (placedBy === 'work' && revertedBy === undefined) return { text: messages.IN_NO_STAGE }
  if (release !== undefined) return { text: messages.inSinceRelease(column, release) }
  const days = enteredAt === undefined ? 0 : Math.floor((Date.now() - enteredAt) / DAY_MS)
  if (placedBy === 'content') {
    return { text: messages.inByContent(column, days, hasCommit), ...commit }
  }
  if (placedBy === 'ancestry') return { text: messages.inSince(column, days, hasCommit), ...commit }
  return undefined
}
