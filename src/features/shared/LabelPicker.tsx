import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { nameKey } from '#contract/name-key.ts'
import type { Label } from '#contract/readers/read-label.ts'
import { isComposing } from '#hooks/is-composing.ts'
import { useAfterPause } from '#hooks/use-after-pause.ts'
import { BOARD_LABELS, FIND_A_LABEL, RETRY } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { FIND_OR_CREATE_A_LABEL } from '#messages/panel-messages.ts'
import { couldNotLoadLabels, LABEL_ENTRIES, missingEntries } from '#messages/warning-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { LabelState } from '#model/label-choice.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { useSession } from '#queries/access/board-access.ts'
import { visibleError } from '#queries/errors.ts'
import { keys } from '#queries/keys.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useRetry } from '#queries/use-retry.ts'
import { announce } from '#state/announcer.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Field.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'
import { VirtualList } from '#ui/VirtualList.tsx'
import { CreateLabelButton } from './CreateLabelButton.tsx'
import { useLabelChoices } from './use-label-choices.ts'

/** What a row says of its label. */
export interface LabelMark {
  state: LabelState
  /** Beside the name, for example how many have it. */
  detail?: string | undefined
}

interface LabelPickerProps {
  /** Those of the cards come first. */
  onCards: readonly DisplayedLabel[]
  markOf: (labelId: string) => LabelMark
  disabledReason: string | undefined
  /** Its search field. */
  search: RefObject<HTMLInputElement | null>
  onToggle: (label: DisplayedLabel) => void
  /** "Create “docs” and apply it" */
  createText: (name: string) => string
  onCreated: (label: Label) => void
  /** Enter in the empty search field, and Ctrl+Enter. */
  onEnter?: () => void
}

const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

const ROWS = { keyOf: (label: { id: string }) => label.id, estimateHeight: () => 32, gap: 0 }

/** Whole rows, in a height that stays when the button for a new label takes some of it. */
const RESULTS = 'flex h-64 flex-col gap-2 pointer-coarse:h-66'
const LIST = 'min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-thin outline-none'

/** A checkbox for each label of the board: of one card, or of many. */
export function LabelPicker(props: LabelPickerProps) {
  const { search, markOf, onToggle, onEnter, disabledReason } = props
  const [filter, setFilter] = useState('')
  const choices = useLabelChoices(props.onCards, disabledReason, filter)
  const { isLoaded, visibleLabels, canCreate } = choices
  const root = useRef<HTMLDivElement>(null)
  const createButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLoaded) search.current?.focus()
  }, [isLoaded, search])

  useAfterPause(filter, () => {
    if (isLoaded) announce(messages.labelsFound(filter, visibleLabels.length))
  })

  const toggle = (label: DisplayedLabel) => {
    if (!disabledReason) onToggle(label)
  }
  const chooseFound = () => {
    const match = exactMatch(visibleLabels, filter)
    // A label is for the whole board, so it takes a second Enter.
    if (!match && visibleLabels.length === 0) createButton.current?.focus()
    if (!match) return
    toggle(match)
    // The next name can be typed at once.
    search.current?.select()
  }
  const handleEnter = (event: KeyboardEvent, input: HTMLInputElement) => {
    const isEmptySearch = input === search.current && filter.trim() === ''
    if (isEmptySearch || event.ctrlKey || event.metaKey) onEnter?.()
    else if (input === search.current) chooseFound()
    else input.click()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target, nativeEvent } = event
    if (isComposing(nativeEvent) || !(target instanceof HTMLInputElement)) return
    const step = STEPS.get(key)
    if (step === undefined && key !== 'Enter') return
    // The same press must not reach what gets the focus.
    event.preventDefault()
    // A key that is held must not take a choice back, or confirm it.
    if (step === undefined) return event.repeat ? undefined : handleEnter(event, target)
    focusNext(root.current, target, step)
  }
  const handleCreated = (label: Label) => {
    setFilter((current) => (current.trim() === label.name ? '' : current))
    search.current?.focus()
    props.onCreated(label)
  }
  return (
    <div ref={root} onKeyDown={handleKeyDown}>
      <LabelLoadStatus />
      <SearchInput
        ref={search}
        className="mb-2"
        aria-label={FIND_A_LABEL}
        placeholder={choices.mayCreateLabels ? FIND_OR_CREATE_A_LABEL : FIND_A_LABEL}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div className={RESULTS}>
        {canCreate && (
          <CreateLabelButton
            key={filter.trim()}
            ref={createButton}
            name={filter.trim()}
            text={props.createText(filter.trim())}
            onCreated={handleCreated}
          />
        )}
        <VirtualList
          items={visibleLabels}
          rows={ROWS}
          label={BOARD_LABELS}
          className={LIST}
          belowRows={
            isLoaded &&
            visibleLabels.length === 0 && (
              <p className="px-1 text-ink-soft">
                {filter ? messages.noMatchingLabel(filter) : messages.NO_LABELS}
              </p>
            )
          }
        >
          {(label) => (
            <LabelCheckbox
              label={label}
              mark={markOf(label.id)}
              isDisabled={disabledReason !== undefined}
              onToggle={() => toggle(label)}
            />
          )}
        </VirtualList>
      </div>
    </div>
  )
}

interface LabelCheckboxProps {
  label: DisplayedLabel
  mark: LabelMark
  isDisabled: boolean
  onToggle: () => void
}

function LabelCheckbox({ label, mark, isDisabled, onToggle }: LabelCheckboxProps) {
  return (
    <Checkbox
      className="min-h-8 rounded px-1 hover:bg-hover"
      checked={mark.state === 'all'}
      isMixed={mark.state === 'some'}
      aria-disabled={isDisabled ? true : undefined}
      // Otherwise the browser would show another state than the one that stays.
      onClick={(event) => isDisabled && event.preventDefault()}
      onChange={onToggle}
      label={
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <LabelChip name={label.name} color={label.color} isKnown={label.isKnown} />
          {mark.detail && <span className="shrink-0 text-ink-soft text-xs">{mark.detail}</span>}
        </span>
      }
    />
  )
}

function LabelLoadStatus() {
  const session = useSession()
  const labels = useLabels(session)
  const retry = useRetry(keys.labels(session))
  const error = visibleError(labels)
  const missing = labels.data && missingEntries(LABEL_ENTRIES, labels.data)
  return (
    <>
      {error && (
        <div className="mb-2">
          <Banner tone="error" placement="inset" actions={<Button onClick={retry}>{RETRY}</Button>}>
            {couldNotLoadLabels(errorMessage(error))}
          </Banner>
        </div>
      )}
      {missing && <p className="mb-2 text-warning">{missing}</p>}
    </>
  )
}

/** The label with this exact name, or the only one left: Enter never chooses among several. */
function exactMatch(labels: readonly DisplayedLabel[], filter: string) {
  const name = nameKey(filter)
  const exact = labels.find((label) => nameKey(label.name) === name)
  const only = labels.length === 1 ? labels[0] : undefined
  return exact ?? only
}

/** From the search field through the rows that are rendered; the focus scrolls to the others. */
function focusNext(root: HTMLElement | null, from: HTMLInputElement, step: 1 | -1): void {
  const inputs = [...(root?.querySelectorAll('input') ?? [])]
  inputs[inputs.indexOf(from) + step]?.focus()
}
