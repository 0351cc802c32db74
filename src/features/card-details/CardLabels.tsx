import { Plus, X } from 'lucide'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import * as messages from '#messages/label-messages.ts'
import { LABELS } from '#messages/list-messages.ts'
import { ADD_LABEL_TO_CARD } from '#messages/panel-messages.ts'
import { keycap } from '#model/keycap.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { closeCard } from '#state/navigation.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { CardLabelPicker } from './CardLabelPicker.tsx'
import { useCardLabels } from './use-card-labels.ts'
import { useRemoveLabel } from './use-label-editing.ts'

interface CardLabelsProps {
  card: Card
  /**
   * Whether the labels of the board are open, with the focus in their search field. When the panel
   * opens with them, they are all that the person wants, and Escape closes it.
   */
  isPicking: boolean
}

/** The labels of one card, each with a button that removes it, and the list to add others from. */
export function CardLabels({ card, isPicking }: CardLabelsProps) {
  const removeLabel = useRemoveLabel()
  const { onCard, disabledReason, hint } = useCardLabels(card)
  const [isOpen, setIsOpen] = useState(isPicking && disabledReason === undefined)
  // In a panel that was open before, the labels aren't all that the person wants.
  const [isAllWanted] = useState(isPicking)
  const addButton = useRef<HTMLButtonElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const chips = useFixedHeight(isOpen, onCard.length)
  const hintId = useId()
  const opened = useBoardUiStore((state) => state.openedCard)
  const openPicker = useEffectEvent(() => {
    // Without its list, the reason beside the button is what there is to say.
    if (disabledReason !== undefined) return addButton.current?.focus()
    setIsOpen(true)
    search.current?.focus()
  })
  // Another object each time that somebody asks for the labels.
  useEffect(() => {
    if (opened?.section === 'labels' && opened.cardId === card.id) openPicker()
  }, [opened, card.id, openPicker])
  const closePicker = () => {
    setIsOpen(false)
    addButton.current?.focus()
  }
  // An unchecked box would claim that the label is not on the card.
  if (card.labels === null) {
    return (
      <LabelGroup hintId={hintId}>
        <p className="text-ink-soft">{disabledReason}</p>
      </LabelGroup>
    )
  }
  return (
    <LabelGroup hintId={hintId}>
      <div ref={chips} className={CHIPS}>
        {onCard.map((label) => (
          <RemovableLabel
            key={label.id}
            label={label}
            disabledBy={disabledReason ? hintId : undefined}
            onRemove={() => void removeLabel(card, label)}
          />
        ))}
        <Button
          ref={addButton}
          kind="quiet"
          aria-expanded={isOpen}
          aria-keyshortcuts={keycap('l')}
          disabledBy={disabledReason ? hintId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon icon={Plus} className="size-4" />
          {ADD_LABEL_TO_CARD}
        </Button>
      </div>
      <p id={hintId} className="mt-1 text-ink-soft text-xs empty:hidden">
        {disabledReason ?? hint}
      </p>
      {isOpen && (
        <CardLabelPicker
          card={card}
          search={search}
          onClose={isAllWanted ? closeCard : closePicker}
        />
      )}
    </LabelGroup>
  )
}

/** Its padding leaves room for the outlines of what has the focus. */
const CHIPS =
  '-m-1 flex flex-wrap content-start items-center gap-1 overflow-y-auto scrollbar-thin p-1'

/**
 * While the list below is open, the chips keep their height: a label that is chosen must not move
 * the list under the pointer. What doesn't fit scrolls, and the newest label is in sight.
 */
function useFixedHeight(isFixed: boolean, count: number) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chips = ref.current
    if (!isFixed || !chips) return
    const fix = () => {
      chips.style.height = `${chips.offsetHeight}px`
    }
    // A sheet that opens with the list is shown after this effect.
    const isShown = chips.offsetHeight > 0
    const frame = isShown ? 0 : requestAnimationFrame(fix)
    if (isShown) fix()
    return () => {
      cancelAnimationFrame(frame)
      chips.style.height = ''
    }
  }, [isFixed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest label is the last one
  useEffect(() => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [count])
  return ref
}

interface LabelGroupProps {
  hintId: string
  children: ReactNode
}

function LabelGroup({ hintId, children }: LabelGroupProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-ink-soft text-xs">{LABELS}</legend>
      {children}
    </fieldset>
  )
}

interface RemovableLabelProps {
  label: DisplayedLabel
  disabledBy: string | undefined
  onRemove: () => void
}

function RemovableLabel({ label, disabledBy, onRemove }: RemovableLabelProps) {
  const { name, color, isKnown } = label
  return (
    <span className="inline-flex max-w-full items-center">
      <LabelChip name={name} color={color} isKnown={isKnown} />
      <Button
        kind="quiet"
        className="shrink-0 px-1!"
        aria-label={messages.removeLabel(name)}
        disabledBy={disabledBy}
        onClick={({ currentTarget, detail }) => {
          // The second click of a double click would remove the next label.
          if (detail > 1) return
          // This button goes away with its label.
          focusBeside(currentTarget)
          onRemove()
        }}
        // A key that is held must not remove one label after the other.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <Icon icon={X} className="size-3 text-ink-soft" />
      </Button>
    </span>
  )
}

/** The last of the group is the button that adds labels. */
function focusBeside(button: Element): void {
  const buttons = [...(button.closest('fieldset')?.querySelectorAll('button') ?? [])]
  const index = buttons.findIndex((other) => other.isSameNode(button))
  const other = buttons[index + 1] ?? buttons[index - 1]
  other?.focus()
}
