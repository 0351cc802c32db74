import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label } from '#contract/readers/read-label.ts'
import { useAfterPause } from '#hooks/use-after-pause.ts'
import { BOARD_LABELS, FIND_A_LABEL, RETRY } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { FIND_OR_CREATE_A_LABEL } from '#messages/panel-messages.ts'
import { couldNotLoadLabels, LABEL_ENTRIES, missingEntries } from '#messages/warning-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { useSession } from '#queries/access/board-access.ts'
import { visibleError } from '#queries/errors.ts'
import { keys } from '#queries/keys.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useRetry } from '#queries/use-retry.ts'
import { announce } from '#state/announcer.ts'
import { rememberLabel } from '#state/recent-labels-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Field.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'
import { VirtualList } from '#ui/VirtualList.tsx'
import { CreateLabelButton } from './CreateLabelButton.tsx'
import { useLabelChoices } from './use-label-choices.ts'
import { useLabelEditing } from './use-label-editing.ts'

interface CardLabelPickerProps {
  card: Card
  /** Its search field. */
  search: RefObject<HTMLInputElement | null>
  /** Escape. */
  onClose: () => void
}

const ROWS = { keyOf: (label: { id: string }) => label.id, estimateHeight: () => 32, gap: 0 }

/** Whole rows, in a height that stays when the button for a new label takes some of it. */
const RESULTS = 'flex h-64 flex-col gap-2 pointer-coarse:h-66'
const LIST = 'min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-thin outline-none'

/** A checkbox for each label of the board. Each click is a separate intent. */
export function CardLabelPicker({ card, search, onClose }: CardLabelPickerProps) {
  const editLabels = useLabelEditing()
  const session = useSession()
  const [filter, setFilter] = useState('')
  const choices = useLabelChoices(card, filter)
  const { isLoaded, disabledReason, visibleLabels, checkedIds, canCreate } = choices
  const createButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLoaded) search.current?.focus()
  }, [isLoaded, search])

  useAfterPause(filter, () => {
    if (isLoaded) announce(messages.labelsFound(filter, visibleLabels.length))
  })

  // The checkbox shows it at once; who doesn't see it learns when the service has confirmed it.
  const add = async ({ id, name }: Label | DisplayedLabel) => {
    rememberLabel(session.workspaceId, id)
    const isDone = await editLabels(card, { add: [id], remove: [] })
    if (isDone) announce(messages.labelAdded(cardName(card), name))
  }
  const remove = async ({ id, name }: DisplayedLabel) => {
    const isDone = await editLabels(card, { add: [], remove: [id] })
    if (isDone) announce(messages.labelRemoved(cardName(card), name))
  }
  const toggle = (label: DisplayedLabel) => {
    if (!disabledReason) void (checkedIds.has(label.id) ? remove(label) : add(label))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || filter.trim() === '') return
    // The same press must not reach the button that gets the focus.
    event.preventDefault()
    const match = exactMatch(visibleLabels, filter)
    if (match) toggle(match)
    // A label is for the whole board, so it takes a second Enter.
    else if (visibleLabels.length === 0) createButton.current?.focus()
  }
  const handleCreated = (label: Label) => {
    setFilter((current) => (current.trim() === label.name ? '' : current))
    search.current?.focus()
    void add(label)
  }
  const handleEscape = (event: KeyboardEvent) => {
    // Escape can also cancel the input of a character.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div
      data-own-escape
      className="mt-2 rounded-lg border border-line p-2"
      onKeyDown={handleEscape}
    >
      <LabelLoadStatus />
      <SearchInput
        ref={search}
        className="mb-2"
        aria-label={FIND_A_LABEL}
        placeholder={choices.mayCreateLabels ? FIND_OR_CREATE_A_LABEL : FIND_A_LABEL}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <div className={RESULTS}>
        {canCreate && (
          <CreateLabelButton
            key={filter.trim()}
            ref={createButton}
            name={filter.trim()}
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
            <Checkbox
              className="min-h-8 rounded px-1 hover:bg-hover"
              checked={checkedIds.has(label.id)}
              aria-disabled={disabledReason ? true : undefined}
              onChange={() => toggle(label)}
              label={
                <span className="flex min-w-0">
                  <LabelChip name={label.name} color={label.color} isKnown={label.isKnown} />
                </span>
              }
            />
          )}
        </VirtualList>
      </div>
    </div>
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
  const name = filter.trim().toLowerCase()
  const exact = labels.find((label) => label.name.trim().toLowerCase() === name)
  const only = labels.length === 1 ? labels[0] : undefined
  return exact ?? only
}
