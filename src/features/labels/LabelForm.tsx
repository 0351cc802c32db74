import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { LABEL_NAME_MAX, type Label, type NewLabel, PALETTE } from '#contract/label.ts'
import { sameName } from '#model/label-list.ts'
import { type Failure, failureWords } from '#queries/failure.ts'
import { Button } from '#ui/Button.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'

interface LabelFormProps {
  /** The name of its submit button. */
  act: string
  label?: Label
  /** The labels there are, to warn of a second one of the same name. */
  labels: readonly Label[]
  /** Colours met on this board: the service certainly takes them. [gap G8] */
  seenColors: readonly string[]
  /** `opened`: the label as it was when the form was opened. */
  onSubmit: (draft: NewLabel, opened: Label | undefined) => Promise<void>
  /** Offers to merge the label into another one. */
  onMerge?: () => void
  onDone: () => void
}

type Progress = { at: 'editing' } | { at: 'sending' } | { at: 'failed'; words: string }

/** Name and colour of a label. What was typed stays when the service refuses. */
export function LabelForm({ act, label, labels, seenColors, onSubmit, onMerge, onDone }: LabelFormProps) {
  const [opened] = useState(label)
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState(label?.color ?? '')
  const [progress, setProgress] = useState<Progress>({ at: 'editing' })
  const [colorName, errorId, refusedId] = [useId(), useId(), useId()]
  const twin = sameName(labels, name, label?.id)
  // The service's own spelling comes first: it certainly takes that one.
  const usual = PALETTE.map((one) => seenColors.find((seen) => seen.toLowerCase() === one) ?? one)
  const colors = [...new Set<string>([...usual, ...seenColors])]

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (progress.at === 'sending') return
    if (!name.trim()) return setProgress({ at: 'failed', words: 'Give the label a name.' })
    setProgress({ at: 'sending' })
    try {
      await onSubmit({ name: name.trim(), ...(color ? { color } : {}) }, opened)
      onDone()
    } catch (error) {
      setProgress({ at: 'failed', words: failureWords(error as Failure) })
    }
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    // What is being sent cannot be taken back: its outcome belongs in the form.
    if (progress.at !== 'sending') onDone()
  }

  return (
    <form
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
    >
      <label className="flex flex-col gap-1 font-medium">
        Name
        <input
          className="field font-normal"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
          autoFocus
          required
          aria-required="true"
          maxLength={LABEL_NAME_MAX}
          value={name}
          aria-invalid={progress.at === 'failed' ? true : undefined}
          aria-describedby={progress.at === 'failed' ? errorId : undefined}
          onChange={(event) => {
            setName(event.target.value)
            // What was said of the old name does not hold for the new one.
            if (progress.at === 'failed') setProgress({ at: 'editing' })
          }}
        />
      </label>
      {twin && progress.at === 'editing' && (
        <p role="status" className="text-warning">
          There is a label named <bdi>{twin.name}</bdi> already. The service decides whether there can be two.
        </p>
      )}
      <div role="radiogroup" aria-label="Color">
        <div className="mb-1 flex min-h-8 items-center gap-2 font-medium">
          <span aria-hidden="true">Color</span>
          {color && !label?.color && (
            <Button kind="quiet" onClick={() => setColor('')}>
              No color
            </Button>
          )}
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-1">
          {colors.map((one) => (
            <label key={one} className="flex min-h-7 min-w-0 items-center gap-2">
              <input
                type="radio"
                className="size-4 shrink-0 accent-accent"
                name={colorName}
                value={one}
                checked={color === one}
                aria-describedby={seenColors.includes(one) ? undefined : refusedId}
                onChange={() => setColor(one)}
              />
              <span className="min-w-0">
                <span className="swatch max-w-full" data-color={one}>
                  <bdi className="truncate">{one}</bdi>
                </span>
                {!seenColors.includes(one) && <MayBeRefused />}
              </span>
            </label>
          ))}
        </div>
      </div>
      <span id={refusedId} hidden>
        may be refused: it has not been seen on this board
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 max-w-full flex-1 basis-40 items-center gap-2 text-ink-soft text-xs">
          <span className="shrink-0">Preview</span>{' '}
          <LabelChip name={name.trim() || 'label'} color={color || undefined} />
        </span>
        {onMerge && <Button onClick={onMerge}>Merge into…</Button>}
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" submit>
          {progress.at === 'sending' ? 'Saving…' : act}
        </Button>
      </div>
      {progress.at === 'failed' && (
        <p id={errorId} role="alert" className="text-danger">
          {progress.words}
        </p>
      )}
    </form>
  )
}

/** A name of the default set that this service has not been seen to use. [gap G8] */
function MayBeRefused() {
  return (
    <span className="block text-ink-soft text-xs" aria-hidden="true">
      may be refused
    </span>
  )
}
