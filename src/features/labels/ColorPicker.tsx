import { useId } from 'react'
import { PALETTE } from '#contract/palette.ts'
import { COLOR, COLOR_NOT_SEEN, NO_COLOR } from '#messages/label-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { Button } from '#ui/Button.tsx'

interface ColorPickerProps {
  /** Empty for no color. */
  color: string
  /** The interface has no way to remove a color from a label that has one. */
  canClear: boolean
  onChange: (color: string) => void
}

const SWATCH = [
  'relative size-6 cursor-pointer appearance-none rounded-full bg-label pointer-coarse:size-9',
  // A larger target for a finger; the gap between two is wide enough.
  'after:absolute after:-inset-1',
  'checked:[box-shadow:0_0_0_2px_var(--surface),0_0_0_4px_var(--ink)] forced-color-adjust-none',
  'forced-colors:checked:outline-2 forced-colors:checked:outline-offset-2',
].join(' ')

/**
 * One radio button per color. The color that is chosen is written out, with a warning when this
 * service hasn't used it yet. [gap G8]
 */
export function ColorPicker({ color, canClear, onChange }: ColorPickerProps) {
  const seenColors = useLabels(useSession()).data?.seenColors ?? []
  const [groupName, hintId] = [useId(), useId()]
  // The service accepts its own spelling.
  const palette = PALETTE.map(
    (name) => seenColors.find((seen) => seen.toLowerCase() === name) ?? name,
  )
  const colors = [...new Set<string>([...palette, ...seenColors])]
  const mayBeRejected = color !== '' && !seenColors.includes(color)
  return (
    <div role="radiogroup" aria-label={COLOR}>
      <div className="flex min-h-8 items-center gap-2">
        <span className="font-medium" aria-hidden="true">
          {COLOR}
        </span>
        <bdi className="truncate text-ink-soft">{color || NO_COLOR}</bdi>
        {color && canClear && (
          <Button kind="quiet" onClick={() => onChange('')}>
            {NO_COLOR}
          </Button>
        )}
      </div>
      <div className="grid w-fit grid-cols-6 gap-2.5 p-1">
        {colors.map((option) => (
          <input
            key={option}
            type="radio"
            className={SWATCH}
            name={groupName}
            value={option}
            data-color={option}
            checked={color === option}
            aria-label={option}
            aria-describedby={seenColors.includes(option) ? undefined : hintId}
            onChange={() => onChange(option)}
          />
        ))}
      </div>
      <p id={hintId} className="text-ink-soft text-xs" hidden={!mayBeRejected}>
        {COLOR_NOT_SEEN}
      </p>
    </div>
  )
}
