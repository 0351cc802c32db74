import type { Card } from '#contract/readers/read-card.ts'
import { useCardLabelVerdict } from '#features/shared/use-card-label-verdict.ts'
import { useOnline } from '#hooks/use-online.ts'
import { lockedMessage } from '#messages/card-messages.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import { CARD_LABELS_UNREADABLE } from '#messages/label-messages.ts'
import { displayedLabels } from '#model/label-lookup.ts'
import { useLabelIndex } from '#queries/board-view/use-board-view.tsx'

/** The labels on a card, and why they can't be changed, if they can't. */
export function useCardLabels(card: Card) {
  const index = useLabelIndex()
  const permission = useCardLabelVerdict()
  const disabledReason = useDisabledReason(card)
  return {
    onCard: displayedLabels(card.labels ?? [], index),
    disabledReason: permission.type === 'no' ? permission.reason : disabledReason,
    hint: permission.type === 'unknown' ? permission.reason : '',
  }
}

function useDisabledReason(card: Card): string | undefined {
  const isOnline = useOnline()
  const locked = lockedMessage(card)
  if (locked) return locked
  if (!isOnline) return OFFLINE_REASON
  return card.labels === null ? CARD_LABELS_UNREADABLE : undefined
}
