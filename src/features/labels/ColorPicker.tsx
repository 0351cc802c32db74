import { useId } from 'react'
import { PALETTE } from '#contract/palette.ts'
import { COLOR_NOT_SEEN, MAY_BE_REJECTED, NO_COLOR } from '#model/messages/label-messages.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useSession } from '#queries/session.ts'
import { Button } from '#ui/Button.tsx'
import { ColorSwatch } from '#ui/ColorSwatch.tsx'

interface ColorPickerProps {
  /** Empty for no color. */
  color: string
  /** The interface has no way to remove a color from a label that has one. */
  canClear: boolean
  onChange: (color: string) => void
}

/** One radio button per color. Colors that this service hasn't used yet are marked. [gap G8] */
export function ColorPicker({ color, canClear, onChange }: ColorPickerProps) {
  const seenColors = useLabels(useSession()).data?.seenColors ?? []
  const [groupName, hintId] = [useId(), useId()]
  // The service accepts its own spelling.
  const palette = PALETTE.map(
    (name) => seenColors.find((seen) => seen.toLowerCase() === name) ?? name,
  )
  const colors = [...new Set<string>([...palette, ...seenColors])]
  return (
    <div role="radiogroup" aria-label="Color">
      <div className="mb-1 flex min-h-8 items-center gap-2 font-medium">
        <span aria-hidden="true">Color</span>
        {color && canClear && (
          <Button kind="quiet" onClick={() => onChange('')}>
            {NO_COLOR}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-1">
        {colors.map((option) => {
          const isSeen = seenColors.includes(option)
          return (
            <label key={option} className="flex min-h-7 min-w-0 items-center gap-2">
              <input
                type="radio"
                className="size-4 shrink-0 accent-accent"
                name={groupName}
                value={option}
                checked={color === option}
                aria-describedby={isSeen ? undefined : hintId}
                onChange={() => onChange(option)}
              />
              <span className="min-w-0">
                <ColorSwatch color={option} />
                {!isSeen && (
                  <span className="block text-ink-soft text-xs" aria-hidden="true">
                    {MAY_BE_REJECTED}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
      <span id={hintId} hidden>
        {COLOR_NOT_SEEN}
      </span>
    </div>
  )
}
