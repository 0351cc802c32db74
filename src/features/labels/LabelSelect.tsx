import type { Label } from '#contract/label.ts'
import { sortLabels } from '#model/label-list.ts'

interface LabelSelectProps {
  name: string
  labels: readonly Label[]
  value: string
  /** True once what was chosen is being done. */
  isFixed: boolean
  onChange: (labelId: string) => void
}

/** The choice of one label, by name. */
export function LabelSelect({ name, labels, value, isFixed, onChange }: LabelSelectProps) {
  return (
    <label className="flex flex-col gap-1 font-medium">
      {name}
      <select
        className="field font-normal"
        data-autofocus
        value={value}
        disabled={isFixed}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Choose a label</option>
        {sortLabels(labels, 'name').map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </select>
    </label>
  )
}
