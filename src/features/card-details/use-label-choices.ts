import { useMemo, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label } from '#contract/readers/read-label.ts'
import { useOnline } from '#hooks/use-online.ts'
import { type DisplayedLabel, displayedLabels, indexLabels } from '#model/label-lookup.ts'
import { findDuplicateLabel, sortLabels } from '#model/label-sort.ts'
import { lockedMessage } from '#model/messages/card-messages.ts'
import { OFFLINE_REASON } from '#model/messages/interaction-messages.ts'
import { CARD_LABELS_UNREADABLE } from '#model/messages/label-messages.ts'
import { ROLE_FOR, verdict, verdictForCardLabels } from '#model/permissions.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useBoardAccess } from '#queries/session.ts'
import { useRecentLabelsStore } from '#state/recent-labels-store.ts'

/** The labels that a card can have, and what the current key can do with them. */
export function useLabelChoices(card: Card, filter: string) {
  const { session, role } = useBoardAccess()
  const list = useLabels(session).data?.labels
  const index = useMemo(() => indexLabels(list ?? []), [list])
  const orderedLabels = useInitialOrder(session.workspaceId, list)
  const onCard = displayedLabels(card.labels ?? [], index)
  const unknownLabels = onCard.filter((label) => !label.isKnown)
  const boardLabels = orderedLabels.map((label) => ({ ...label, isKnown: true }))
  const allLabels: DisplayedLabel[] = [...unknownLabels, ...boardLabels]
  const name = filter.trim().toLowerCase()
  const disabledReason = useDisabledReason(card)
  const permission = verdictForCardLabels(role)
  const mayCreateLabels = verdict(role, ROLE_FOR.writeLabel).type !== 'no'
  const isNewName = name !== '' && list !== undefined && !findDuplicateLabel(list, filter)
  return {
    isLoaded: list !== undefined,
    checkedIds: new Set(onCard.map((label) => label.id)),
    visibleLabels: allLabels.filter((label) => label.name.toLowerCase().includes(name)),
    disabledReason,
    hint: permission.type === 'unknown' ? permission.reason : '',
    mayCreateLabels,
    canCreate: disabledReason === undefined && mayCreateLabels && isNewName,
  }
}

function useDisabledReason(card: Card): string | undefined {
  const isOnline = useOnline()
  const locked = lockedMessage(card)
  if (locked) return locked
  if (!isOnline) return OFFLINE_REASON
  return card.labels === null ? CARD_LABELS_UNREADABLE : undefined
}

/**
 * By name, recently used labels first. The order stays while the picker is open: a click must not
 * move its row.
 */
function useInitialOrder(workspaceId: string, list: readonly Label[] | undefined): Label[] {
  const [recent] = useState(() => useRecentLabelsStore.getState().recent[workspaceId] ?? [])
  return useMemo(() => {
    const rank = (label: Label) => {
      const index = recent.indexOf(label.id)
      return index < 0 ? recent.length : index
    }
    return sortLabels(list ?? [], 'name').sort((a, b) => rank(a) - rank(b))
  }, [list, recent])
}
