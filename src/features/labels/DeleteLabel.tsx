import { useEffect, useId, useMemo, useState } from 'react'
import type { Label } from '#contract/label.ts'
import { indexLabels } from '#model/card-labels.ts'
import { cardsWithLabel } from '#model/label-list.ts'
import { useBoardView } from '#queries/board-view.ts'
import { failureWords } from '#queries/failure.ts'
import { useDeleteLabel } from '#queries/label-writes.ts'
import { useLabels } from '#queries/labels.ts'
import type { BoardSession } from '#queries/session.ts'
import { announce } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { cardCount } from './card-count.ts'

interface DeleteLabelProps {
  session: BoardSession
  label: Label
  onDone: () => void
}

/** Asks before a label leaves every card that carries it (spec 4.6); the count is read anew when it opens. */
export function DeleteLabel({ session, label, onDone }: DeleteLabelProps) {
  const labels = useLabels(session)
  const remove = useDeleteLabel(session)
  const { refetch } = labels
  useEffect(() => {
    void refetch()
  }, [refetch])
  const fresh = labels.data?.labels.find((one) => one.id === label.id) ?? label
  const alreadyGone = remove.error?.status === 404
  const view = useBoardView(session)
  const here = useMemo(
    () => (view ? cardsWithLabel(view.board, label.id, indexLabels(labels.data?.labels ?? [])).length : 0),
    [view, label.id, labels.data],
  )
  const [typed, setTyped] = useState('')
  const hintId = useId()
  // An unstated count may be any: then the name is asked for too.
  const asksForName = fresh.taskCount !== 0
  const isConfirmed = !asksForName || singleSpaced(typed) === singleSpaced(fresh.name)

  const handleDelete = () => {
    if (remove.isPending || !isConfirmed) return
    remove.mutate(label.id, {
      onSuccess: () => {
        announce(`Label ${label.name} deleted.`)
        onDone()
      },
    })
  }
  return (
    <Dialog title={`Delete label ${label.name}?`} role="alertdialog" onClose={onDone} guarded={remove.isPending}>
      <div className="flex flex-col gap-3">
        <p>
          <LabelChip name={fresh.name} color={fresh.color} />
        </p>
        <p>{lossWords(fresh.taskCount, here)}</p>
        {asksForName && !alreadyGone && (
          <label className="flex flex-col gap-1">
            <span id={hintId}>
              Type <bdi className="font-semibold">{fresh.name}</bdi> to delete it.
            </span>
            <input
              className="field"
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && handleDelete()}
            />
          </label>
        )}
        {remove.error && (
          <p role="alert" className="text-danger">
            {alreadyGone ? 'The label is already gone.' : failureWords(remove.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabledBy={remove.isPending} onClick={onDone}>
            {alreadyGone ? 'Close' : 'Cancel'}
          </Button>
          {!alreadyGone && (
            <Button kind="danger" disabledBy={isConfirmed ? undefined : hintId} onClick={handleDelete}>
              {remove.isPending ? 'Deleting…' : 'Delete label'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** How many cards lose the label, and how many of them can be seen from here. */
function lossWords(count: number | undefined, here: number): string {
  if (count === undefined) return 'The service did not say how many cards carry this label. All of them lose it.'
  if (count === 0) return 'No card carries this label.'
  const elsewhere = Math.max(0, count - here)
  const places = `${here} here, ${elsewhere} elsewhere.`
  return `${cardCount(count)} ${count === 1 ? 'loses' : 'lose'} this label. ${places} This cannot be undone.`
}

/** A name as the screen shows it: runs of spaces look like one. */
function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
