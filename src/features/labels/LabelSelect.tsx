import type { Label } from '#contract/readers/read-label.ts'
import { CHOOSE_A_LABEL } from '#messages/label-messages.ts'
import { sortLabels } from '#model/label-sort.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

interface LabelSelectProps {
  name: string
  labels: readonly Label[]
  value: string
  isDisabled: boolean
  onChange: (labelId: string) => void
}

export function LabelSelect({ name, labels, value, isDisabled, onChange }: LabelSelectProps) {
  return (
    <Field label={name}>
      <Select
        data-autofocus
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{CHOOSE_A_LABEL}</option>
        {sortLabels(labels, 'name').map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
