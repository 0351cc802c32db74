import type { KeyboardEvent, RefObject } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label } from '#contract/readers/read-label.ts'
import { LabelPicker } from '#features/shared/LabelPicker.tsx'
import { isComposing } from '#hooks/is-composing.ts'
import { createAndApply, labelAdded, labelRemoved } from '#messages/label-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { useSession } from '#queries/access/board-access.ts'
import { announce } from '#state/announcer.ts'
import { rememberLabel } from '#state/recent-labels-store.ts'
import { useCardLabels } from './use-card-labels.ts'
import { useLabelEditing } from './use-label-editing.ts'

interface CardLabelPickerProps {
  card: Card
  /** Its search field. */
  search: RefObject<HTMLInputElement | null>
  /** Escape. */
  onClose: () => void
}

/** The labels of one card. Each click is a separate intent, and is sent at once. */
export function CardLabelPicker({ card, search, onClose }: CardLabelPickerProps) {
  const editLabels = useLabelEditing()
  const session = useSession()
  const { onCard, disabledReason } = useCardLabels(card)
  const ids = new Set(onCard.map((label) => label.id))

  // The checkbox shows it at once; who doesn't see it learns when the service has confirmed it.
  const add = async ({ id, name }: Label | DisplayedLabel) => {
    rememberLabel(session.workspaceId, id)
    const isDone = await editLabels(card, { add: [id], remove: [] })
    if (isDone) announce(labelAdded(cardName(card), name))
  }
  const remove = async ({ id, name }: DisplayedLabel) => {
    const isDone = await editLabels(card, { add: [], remove: [id] })
    if (isDone) announce(labelRemoved(cardName(card), name))
  }
  const handleEscape = (event: KeyboardEvent) => {
    // Escape can also cancel the input of a character.
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div
      data-own-escape
      className="mt-2 rounded-lg border border-line p-2"
      onKeyDown={handleEscape}
    >
      <LabelPicker
        onCards={onCard}
        markOf={(id) => ({ state: ids.has(id) ? 'all' : 'none' })}
        disabledReason={disabledReason}
        search={search}
        onToggle={(label) => void (ids.has(label.id) ? remove(label) : add(label))}
        createText={createAndApply}
        onCreated={(label) => void add(label)}
      />
    </div>
  )
}
