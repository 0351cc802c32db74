import { Pencil, Trash2 } from 'lucide'
import { memo, type Ref } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { cardCount, NO_COLOR } from '#model/messages/label-messages.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { countRender } from '#ui/render-count.ts'

interface LabelRowProps {
  label: Label
  editRef: Ref<HTMLButtonElement>
  /** Ids of the elements that say why the buttons are disabled. */
  editDisabledBy: string | undefined
  deleteDisabledBy: string | undefined
  onEdit: (label: Label) => void
  onDelete: (label: Label) => void
}

export const LabelRow = memo(function LabelRow(props: LabelRowProps) {
  const { label, editRef, editDisabledBy, deleteDisabledBy, onEdit, onDelete } = props
  countRender('label row')
  return (
    <div className="flex min-h-10 items-center gap-2 border-line border-b py-1">
      <span className="flex min-w-0 flex-1">
        <LabelChip name={label.name} color={label.color} />
      </span>
      <span className="max-w-24 truncate text-ink-soft text-xs max-sm:sr-only">
        {label.color ?? NO_COLOR}
      </span>
      <span className="min-w-14 text-right text-ink-soft text-xs">
        {cardCount(label.taskCount)}
      </span>
      <Button
        ref={editRef}
        kind="quiet"
        aria-label={`Edit ${label.name}`}
        disabledBy={editDisabledBy}
        onClick={() => onEdit(label)}
      >
        <Icon icon={Pencil} className="size-4" />
      </Button>
      <Button
        kind="quiet"
        aria-label={`Delete ${label.name}`}
        disabledBy={deleteDisabledBy}
        onClick={() => onDelete(label)}
      >
        <Icon icon={Trash2} className="size-4" />
      </Button>
    </div>
  )
}, hasSameProps)

/** The ref function is new on each render, but it always registers the same element. */
function hasSameProps(before: LabelRowProps, after: LabelRowProps): boolean {
  return (
    before.label === after.label &&
    before.editDisabledBy === after.editDisabledBy &&
    before.deleteDisabledBy === after.deleteDisabledBy
  )
}
