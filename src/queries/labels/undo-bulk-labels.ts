import type { QueryClient } from '@tanstack/react-query'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { COULD_NOT_LOAD_CODE } from '#messages/error-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkLabelChange } from '#model/bulk-labels.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { loadBulkLabelEdits } from './lazy-parts.ts'

/**
 * Changes the labels of many cards back. Returns why nothing is changed, or undefined.
 *
 * @param cards names by id, and `change` the opposite of what was done
 */
export async function undoBulkLabels(
  queryClient: QueryClient,
  session: BoardSession,
  { cards, change }: { cards: ReadonlyMap<string, string>; change: BulkLabelChange },
): Promise<string | undefined> {
  const code = await loadBulkLabelEdits().catch(() => undefined)
  if (!code) return COULD_NOT_LOAD_CODE
  if (isBulkActionUnderWay()) return BULK_ACTION_UNDER_WAY
  const plan = code.currentLabelPlan(queryClient, { session, change, isUndo: true }, cards)
  if (plan && plan.edits.length > 0) {
    void code.runBulkLabelEdit(queryClient, plan)
    return undefined
  }
  return plan?.leftOut[0]?.reason ?? ''
}
