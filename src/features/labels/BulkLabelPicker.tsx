import { useMemo, useRef } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { type LabelMark, LabelPicker } from '#features/shared/LabelPicker.tsx'
import { useCardLabelVerdict } from '#features/shared/use-card-label-verdict.ts'
import { createAndChoose, onSomeCards } from '#messages/bulk-label-messages.ts'
import type { LabelChanges } from '#model/bulk-labels.ts'
import { afterPress, labelState, labelUse } from '#model/label-choice.ts'
import { useLabelIndex } from '#queries/board-view/use-board-view.tsx'

interface BulkLabelPickerProps {
  cards: readonly Card[]
  changes: LabelChanges
  onChange: (changes: LabelChanges) => void
  onEnter: () => void
}

/** What is pressed here is chosen, and sent all at once: one request for each card. */
export function BulkLabelPicker({ cards, changes, onChange, onEnter }: BulkLabelPickerProps) {
  const index = useLabelIndex()
  const use = useMemo(() => labelUse(cards, index), [cards, index])
  const permission = useCardLabelVerdict()
  const search = useRef<HTMLInputElement>(null)
  const markOf = (id: string): LabelMark => {
    const before = labelState(use, id)
    const count = onSomeCards(use.countOf(id), use.cardCount)
    const detail = before === 'some' ? count : undefined
    if (changes.add.some((label) => label.id === id)) return { state: 'all', detail }
    if (changes.remove.some((label) => label.id === id)) return { state: 'none', detail }
    return { state: before, detail }
  }
  return (
    <LabelPicker
      onCards={use.labels}
      markOf={markOf}
      disabledReason={permission.type === 'no' ? permission.reason : undefined}
      search={search}
      onToggle={(label) => onChange(afterPress(changes, label, labelState(use, label.id)))}
      createText={createAndChoose}
      onCreated={(label) => onChange(afterPress(changes, label, 'none'))}
      onEnter={onEnter}
    />
  )
}
