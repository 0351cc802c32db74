import { useEffect } from 'react'
import type { Label } from '#contract/label.ts'
import { useDeleteLabel, useLabels } from '#queries/labels.ts'
import type { Session } from '#queries/session.ts'
import { announce } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { cardCount } from './card-count.ts'

interface DeleteLabelProps {
  session: Session
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

  const handleDelete = () => {
    if (remove.isPending) return
    remove.mutate(label.id, {
      onSuccess: () => {
        announce(`Label ${label.name} deleted.`)
        onDone()
      },
    })
  }
  return (
    <Dialog title={`Delete label ${label.name}?`} role="alertdialog" onClose={onDone}>
      <div className="flex flex-col gap-3">
        <p>
          <LabelChip name={fresh.name} color={fresh.color} />
        </p>
        <p>
          {fresh.taskCount === undefined
            ? 'The service did not say how many cards carry this label. All of them lose it.'
            : fresh.taskCount === 0
              ? 'No card carries this label.'
              : `${cardCount(fresh.taskCount)} ${fresh.taskCount === 1 ? 'loses' : 'lose'} this label. This cannot be undone.`}
        </p>
        {remove.error && (
          <p role="alert" className="text-danger">
            {alreadyGone ? 'The label is already gone.' : remove.error.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onDone}>{alreadyGone ? 'Close' : 'Cancel'}</Button>
          {!alreadyGone && (
            <Button kind="danger" onClick={handleDelete}>
              {remove.isPending ? 'Deleting…' : 'Delete label'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
