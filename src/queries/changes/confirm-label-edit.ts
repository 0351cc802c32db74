import type { QueryClient } from '@tanstack/react-query'
import { findCard } from '#model/board-lookup.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import type { LoadedBoard } from '../feed/loaded-board.ts'
import { type Attempt, waitUntilVisible } from '../writes/wait-until-visible.ts'
import { labelIdsOf } from './patch-card-labels.ts'
import type { LabelEditVariables } from './pending-label-edits.ts'

/** 202 means accepted, not applied. [gap G2] */
const RELOAD_DELAYS_MS = [200, 500, 2_000]

/** Whether a load shows an edit. */
type EditVisibility = 'visible' | 'not-visible' | 'not-loaded'

/** Loads the board until it shows an edit, for as long as `isWanted` allows another attempt. */
export async function confirmLabelEdit(
  queryClient: QueryClient,
  edit: Pick<LabelEditVariables, 'session' | 'cardId' | 'intent'>,
  since: number,
  isWanted: () => boolean,
): Promise<EditVisibility> {
  const check = async (attempt: Attempt): Promise<EditVisibility | undefined> => {
    const loaded = await boardFeedOf(queryClient, edit.session).newerThan(attempt.since)
    if (!loaded) return 'not-loaded'
    if (isEditVisible(queryClient, edit, loaded)) return 'visible'
    return attempt.isLast || !isWanted() ? 'not-visible' : undefined
  }
  return (await waitUntilVisible(check, RELOAD_DELAYS_MS, { since })) ?? 'not-visible'
}

/** A removed card counts as done; its removal is reported elsewhere. */
function isEditVisible(
  queryClient: QueryClient,
  { session, cardId, intent }: Pick<LabelEditVariables, 'session' | 'cardId' | 'intent'>,
  loaded: LoadedBoard,
): boolean {
  const card = findCard(loaded.board, cardId)?.card
  if (!card) return true
  const ids = new Set(labelIdsOf(queryClient, session, card.labels ?? []))
  return intent.add.every((id) => ids.has(id)) && intent.remove.every((id) => !ids.has(id))
}
