import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_LABEL_NAME_LENGTH } from '#contract/palette.ts'
import type { Label, NewLabel } from '#contract/readers/read-label.ts'
import { isComposing } from '#hooks/is-composing.ts'
import { CANCEL, NAME } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { EXAMPLE_NAME, MERGE_INTO, PREVIEW, SAVING_LABEL } from '#messages/label-messages.ts'
import { findDuplicateLabel, leastUsedColor } from '#model/label-sort.ts'
import { useSession } from '#queries/access/board-access.ts'
import type { LabelWriteOutcome } from '#queries/labels/label-mutations.ts'
import { labelWriteError } from '#queries/labels/label-write-error.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FormError, TextInput } from '#ui/Field.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { ColorPicker } from './ColorPicker.tsx'

interface LabelFormProps {
  submitLabel: string
  /** Undefined for a new label. */
  label?: Label
  /** `opened` is the label at the time when the form opened. */
  onSubmit: (draft: NewLabel, opened: Label | undefined) => Promise<LabelWriteOutcome>
  /** Opens the question, with the label to merge into, if that is known. */
  onMerge?: (targetId?: string) => void
  onClose: () => void
}

type Progress = { type: 'editing' } | { type: 'saving' } | { type: 'failed'; message: string }

/** Name and color of a label. What a person has entered stays when the service rejects it. */
export function LabelForm({ submitLabel, label, onSubmit, onMerge, onClose }: LabelFormProps) {
  const [opened] = useState(label)
  const [name, setName] = useState(label?.name ?? '')
  const list = useLabels(useSession()).data
  // A new label begins with a color that the service accepts.
  const [suggested] = useState(() => list && leastUsedColor(list.labels, list.seenColors))
  const [color, setColor] = useState((label ? label.color : suggested) ?? '')
  const [progress, setProgress] = useState<Progress>({ type: 'editing' })
  const errorId = useId()
  const form = useRef<HTMLFormElement>(null)
  const hasFailed = progress.type === 'failed'
  // The list that it is in may show only its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message is a part of the form
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [hasFailed])
  const isSaving = progress.type === 'saving'

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const trimmed = name.trim()
    if (!trimmed) return setProgress({ type: 'failed', message: messages.NAME_REQUIRED })
    setProgress({ type: 'saving' })
    const outcome = await onSubmit({ name: trimmed, ...(color ? { color } : {}) }, opened)
    const error = labelWriteError(outcome)
    if (error === undefined) onClose()
    else setProgress({ type: 'failed', message: error })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Escape can also cancel the input of a character.
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    // A sent change can't be canceled: its outcome belongs in the form.
    if (!isSaving) onClose()
  }
  const handleName = (value: string) => {
    setName(value)
    // The error was about the old name.
    if (progress.type === 'failed') setProgress({ type: 'editing' })
  }

  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
    >
      <Field label={NAME}>
        <TextInput
          autoFocus
          required
          aria-required="true"
          maxLength={MAX_LABEL_NAME_LENGTH}
          value={name}
          errorId={progress.type === 'failed' ? errorId : undefined}
          onChange={(event) => handleName(event.target.value)}
        />
      </Field>
      <FormError id={errorId}>{progress.type === 'failed' && progress.message}</FormError>
      {progress.type === 'editing' && (
        <DuplicateWarning name={name} labelId={label?.id} onMerge={onMerge} />
      )}
      <ColorPicker color={color} canClear={!label?.color} onChange={setColor} />
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 max-w-full flex-1 basis-40 items-center gap-2 text-ink-soft text-xs">
          <span className="shrink-0">{PREVIEW}</span>{' '}
          <span className="flex min-w-0">
            <LabelChip name={name.trim() || EXAMPLE_NAME} color={color || undefined} />
          </span>
        </span>
        <span className="ms-auto flex flex-wrap justify-end gap-2">
          {onMerge && <Button onClick={() => onMerge()}>{MERGE_INTO}</Button>}
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button kind="primary" isSubmit>
            {isSaving ? SAVING_LABEL : submitLabel}
          </Button>
        </span>
      </div>
    </form>
  )
}

interface DuplicateWarningProps {
  name: string
  /** The label being edited. */
  labelId: string | undefined
  onMerge: LabelFormProps['onMerge']
}

function DuplicateWarning({ name, labelId, onMerge }: DuplicateWarningProps) {
  const labels = useLabels(useSession()).data?.labels ?? []
  const duplicate = findDuplicateLabel(labels, name, labelId)
  if (!duplicate) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="min-w-0 flex-1 basis-60 text-warning">
        <bdi>{messages.duplicateLabel(duplicate.name)}</bdi>
      </p>
      {onMerge && (
        <Button onClick={() => onMerge(duplicate.id)}>
          {messages.mergeIntoLabel(duplicate.name)}
        </Button>
      )}
    </div>
  )
}
