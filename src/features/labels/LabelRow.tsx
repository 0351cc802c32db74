import { Pencil, Trash2 } from 'lucide'
import { memo, type Ref, useEffect, useRef } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { cardCount, deleteLabelNamed, editLabelNamed, NO_COLOR } from '#messages/label-messages.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { countRender } from '#ui/render-count.ts'

interface LabelRowProps {
  label: Label
  /** Whether it was created or changed just now. */
  isNew: boolean
  editRef: Ref<HTMLButtonElement>
  /** Ids of the elements that say why the buttons are disabled. */
  editDisabledBy: string | undefined
  deleteDisabledBy: string | undefined
  onEdit: (label: Label) => void
  onDelete: (label: Label) => void
}

const ROW =
  'flex min-h-10 items-center gap-2 border-line border-b py-1 data-new:bg-accent-tint max-sm:flex-wrap'

export const LabelRow = memo(function LabelRow(props: LabelRowProps) {
  const { label, isNew, editRef, editDisabledBy, deleteDisabledBy, onEdit, onDelete } = props
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  countRender('label row')
  return (
    <div ref={row} data-new={isNew ? '' : undefined} className={ROW}>
      <span className="flex min-w-0 flex-1 max-sm:basis-auto">
        <LabelChip name={label.name} color={label.color} />
      </span>
      <span className="ms-auto flex items-center gap-2">
        <span className="sr-only">{label.color ?? NO_COLOR}</span>
        <span className="min-w-14 text-end text-ink-soft text-xs">
          {cardCount(label.taskCount)}
        </span>
        <Button
          ref={editRef}
          kind="quiet"
          aria-label={editLabelNamed(label.name)}
          disabledBy={editDisabledBy}
          onClick={() => onEdit(label)}
        >
          <Icon icon={Pencil} className="size-4" />
        </Button>
        <Button
          kind="quiet"
          aria-label={deleteLabelNamed(label.name)}
          disabledBy={deleteDisabledBy}
          onClick={() => onDelete(label)}
        >
          <Icon icon={Trash2} className="size-4" />
        </Button>
      </span>
    </div>
  )
}, hasSameProps)

/** The ref function is new on each render, but it always registers the same element. */
function hasSameProps(before: LabelRowProps, after: LabelRowProps): boolean {
  return (
    before.label === after.label &&
    before.isNew === after.isNew &&
    before.editDisabledBy === after.editDisabledBy &&
    before.deleteDisabledBy === after.deleteDisabledBy
  )
}
