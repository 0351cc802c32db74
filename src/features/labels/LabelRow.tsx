import { memo } from 'react'
import type { Label } from '#contract/label.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { countRender } from '#ui/render-count.ts'
import { cardCount } from './card-count.ts'

interface LabelRowProps {
  label: Label
  /** Ids of the texts that say why, when the key may not. */
  editOff: string | undefined
  deleteOff: string | undefined
  onEdit: (label: Label) => void
  onDelete: (label: Label) => void
}

/** One label of the list with its colour's name, its count and what can be done to it. */
export const LabelRow = memo(function LabelRow({ label, editOff, deleteOff, onEdit, onDelete }: LabelRowProps) {
  countRender('label row')
  return (
    <div className="flex min-h-10 items-center gap-2 border-line border-b py-1">
      <span className="flex min-w-0 flex-1">
        <LabelChip name={label.name} color={label.color} />
      </span>
      <span className="max-w-24 truncate text-ink-soft text-xs">{label.color ?? 'no color'}</span>
      <span className="min-w-14 text-right text-ink-soft text-xs">{cardCount(label.taskCount)}</span>
      <Button
        kind="quiet"
        aria-label={`Edit ${label.name}`}
        data-act={`edit ${label.id}`}
        disabledBy={editOff}
        onClick={() => onEdit(label)}
      >
        <Icon name="pencil" />
      </Button>
      <Button kind="quiet" aria-label={`Delete ${label.name}`} disabledBy={deleteOff} onClick={() => onDelete(label)}>
        <Icon name="trash" />
      </Button>
    </div>
  )
})
