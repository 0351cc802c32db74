import { useMemo, useState } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { findDuplicateLabel, sortLabels } from '#model/label-sort.ts'
import { ROLE_FOR, verdict } from '#model/permissions.ts'
import { createTextMatcher } from '#model/search-text.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useRecentLabelsStore } from '#state/recent-labels-store.ts'

/** The labels to choose from, and what the current key can do with them. */
export interface LabelChoices {
  isLoaded: boolean
  visibleLabels: readonly DisplayedLabel[]
  disabledReason: string | undefined
  mayCreateLabels: boolean
  canCreate: boolean
}

/** @param onCards The labels of the cards that are labeled: they come first. */
export function useLabelChoices(
  onCards: readonly DisplayedLabel[],
  disabledReason: string | undefined,
  filter: string,
): LabelChoices {
  const { session, role } = useBoardAccess()
  const list = useLabels(session).data?.labels
  const orderedLabels = useInitialOrder(session.workspaceId, list, onCards)
  const unknownLabels = onCards.filter((label) => !label.isKnown)
  const boardLabels = orderedLabels.map((label) => ({ ...label, isKnown: true }))
  const allLabels: DisplayedLabel[] = [...unknownLabels, ...boardLabels]
  const isMatch = createTextMatcher(filter)
  const mayCreateLabels = verdict(role, ROLE_FOR.writeLabel).type !== 'no'
  const isNewName = filter.trim() !== '' && list !== undefined && !findDuplicateLabel(list, filter)
  return {
    isLoaded: list !== undefined,
    visibleLabels: allLabels.filter((label) => isMatch(label.name)),
    disabledReason,
    mayCreateLabels,
    canCreate: disabledReason === undefined && mayCreateLabels && isNewName,
  }
}

/**
 * By name, the labels of the cards first, and then those used last. The order stays while the
 * picker is open: a click must not move its row.
 */
function useInitialOrder(
  workspaceId: string,
  list: readonly Label[] | undefined,
  onCards: readonly DisplayedLabel[],
): Label[] {
  const [recent] = useState(() => useRecentLabelsStore.getState().recent[workspaceId] ?? [])
  const [applied] = useState(() => new Set(onCards.map(({ id }) => id)))
  return useMemo(() => {
    const rank = (label: Label) => {
      if (applied.has(label.id)) return -1
      const index = recent.indexOf(label.id)
      return index < 0 ? recent.length : index
    }
    return sortLabels(list ?? [], 'name').sort((a, b) => rank(a) - rank(b))
  }, [list, recent, applied])
}
