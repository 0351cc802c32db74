import { useId, useMemo, useState } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { CANCEL, CLOSE } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import {
  DELETE_LABEL,
  DELETING,
  deleteLabelTitle,
  TYPE_TO_DELETE,
} from '#messages/label-messages.ts'
import { cardsWithLabel } from '#model/board-lookup.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView, useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { type LabelWriteOutcome, useDeleteLabel } from '#queries/labels/label-mutations.ts'
import { labelWriteError } from '#queries/labels/label-write-error.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FormError, TextInput } from '#ui/Field.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'

interface DeleteLabelDialogProps {
  label: Label
  /** Called with a sentence that says what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/**
 * Asks before a label is removed from every card (spec 4.6). Its count is loaded again when the
 * dialog opens.
 */
export function DeleteLabelDialog({ label, onDone, onClose }: DeleteLabelDialogProps) {
  const deletion = useDeleteLabel(useSession())
  const { current, cardsHere, isCounting } = useCurrentLabel(label)
  const [typedName, setTypedName] = useState('')
  const hintId = useId()
  const effectId = useId()
  const isGone = deletion.data?.type === 'gone'
  // A missing count can mean any number of cards.
  const mustTypeName = current.taskCount !== 0
  const isNameTyped = collapseSpaces(typedName) === collapseSpaces(current.name)
  // It may have been put on cards since nobody had it.
  const isConfirmed = mustTypeName ? isNameTyped : !isCounting
  const reasonId = mustTypeName ? hintId : effectId

  const handleDelete = () => {
    if (deletion.isPending || !isConfirmed) return
    // Once this dialog is closed, another one may be open: then the outcome closes nothing.
    deletion.mutate(label.id, { onSuccess: handleOutcome })
  }
  const handleOutcome = (outcome: LabelWriteOutcome) => {
    if (outcome.type !== 'applied') return
    onDone(messages.deleted(label.name))
    onClose()
  }
  return (
    <Dialog
      title={deleteLabelTitle(label.name)}
      role="alertdialog"
      onClose={onClose}
      isGuarded={deletion.isPending}
    >
      <div className="flex flex-col gap-3">
        <p>
          <LabelChip name={current.name} color={current.color} />
        </p>
        <p id={effectId}>
          {isCounting
            ? messages.COUNTING_CARDS
            : messages.deletionEffect(current.taskCount, cardsHere)}
        </p>
        {mustTypeName && !isGone && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the text input
          <label className="flex flex-col gap-1">
            <span id={hintId}>
              {TYPE_TO_DELETE[0]}
              <bdi className="font-semibold">{current.name}</bdi>
              {TYPE_TO_DELETE[1]}
            </span>
            <TextInput
              autoComplete="off"
              data-autofocus
              value={typedName}
              onChange={(event) => setTypedName(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && handleDelete()}
            />
          </label>
        )}
        <FormError>
          {isGone ? messages.LABEL_ALREADY_GONE : labelWriteError(deletion.data)}
        </FormError>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabledBy={deletion.isPending} onClick={onClose}>
            {isGone ? CLOSE : CANCEL}
          </Button>
          {!isGone && (
            <Button
              kind="danger"
              disabledBy={isConfirmed ? undefined : reasonId}
              onClick={handleDelete}
            >
              {deletion.isPending ? DELETING : DELETE_LABEL}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/**
 * The label as it is now, and how many cards of this board have it, once it is loaded. Until then,
 * its count is an old one.
 */
function useCurrentLabel(label: Label) {
  const labels = useLabels(useSession(), { isLoadedAgain: true })
  const view = useBoardView()
  const list = labels.data?.labels
  const board = view?.board
  const index = useLabelIndex()
  const cardsHere = useMemo(
    () => board && cardsWithLabel(board, label.id, index).length,
    [board, label.id, index],
  )
  const loaded = list?.find((candidate) => candidate.id === label.id) ?? label
  // Without a new count, the old one can be any.
  const current = labels.isError ? { ...loaded, taskCount: undefined } : loaded
  return { current, cardsHere, isCounting: !labels.isFetchedAfterMount }
}

/** A name as the screen shows it: several spaces look like one. */
function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
