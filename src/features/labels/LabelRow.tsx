import type { Label } from '#contract/label.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { cardCount } from './card-count.ts'

interface LabelRowProps {
  label: Label
  /** Ids of the texts that say why, when the key may not. */
  editOff: string | undefined
  deleteOff: string | undefined
  onEdit: () => void
  onDelete: () => void
}

/** One label of the list with its count and what can be done to it. */
export function LabelRow({ label, editOff, deleteOff, onEdit, onDelete }: LabelRowProps) {
  return (
    <li className="flex min-h-10 items-center gap-2 border-line border-b py-1 last:border-b-0">
      <span className="flex min-w-0 flex-1">
        <LabelChip name={label.name} color={label.color} />
      </span>
      <span className="text-ink-soft text-xs">{cardCount(label.taskCount)}</span>
      <Button kind="quiet" aria-label={`Edit ${label.name}`} disabledBy={editOff} onClick={onEdit}>
        <Icon name="pencil" />
      </Button>
      <Button kind="quiet" aria-label={`Delete ${label.name}`} disabledBy={deleteOff} onClick={onDelete}>
        <Icon name="trash" />
      </Button>
    </li>
  )
}
