import { useId, useState } from 'react'
import type { Label } from '#contract/label.ts'
import { ROLE_FOR, type Verdict, verdict } from '#model/permissions.ts'
import { useCreateLabel, useLabels, usePatchLabel } from '#queries/labels.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import type { Session } from '#queries/session.ts'
import { announce } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DeleteLabel } from './DeleteLabel.tsx'
import { LabelForm } from './LabelForm.tsx'
import { LabelRow } from './LabelRow.tsx'

interface LabelsDialogProps {
  session: Session
  role: string
  onClose: () => void
}

/** What is being done in the dialog. */
type Activity = { at: 'list' } | { at: 'new' } | { at: 'edit'; id: string } | { at: 'delete'; label: Label }

/** The board's palette: what labels there are, how many cards carry each, and their making, changing and deleting. */
export function LabelsDialog({ session, role, onClose }: LabelsDialogProps) {
  const labels = useLabels(session)
  const create = useCreateLabel(session)
  const patch = usePatchLabel(session)
  const [activity, setActivity] = useState<Activity>({ at: 'list' })
  const [filter, setFilter] = useState('')
  const [writeNote, deleteNote] = [useId(), useId()]
  const offline = useOnline() ? undefined : offlineReason()
  const mayWrite = unlessOffline(offline, verdict(role, ROLE_FOR.writeLabel))
  const mayDelete = unlessOffline(offline, verdict(role, ROLE_FOR.deleteLabel))
  const list = labels.data?.labels ?? []
  const shown = list.filter((label) => label.name.toLowerCase().includes(filter.trim().toLowerCase()))
  const seenColors = [...new Set(list.flatMap((label) => label.color ?? []))]
  const rest = () => setActivity({ at: 'list' })

  return (
    <Dialog title="Labels" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <input
            type="search"
            className="field w-auto min-w-0 flex-1"
            aria-label="Find a label"
            placeholder="Find a label"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <Button
            kind="primary"
            disabledBy={mayWrite.answer === 'no' ? writeNote : undefined}
            onClick={() => setActivity({ at: 'new' })}
          >
            New label
          </Button>
        </div>
        {mayWrite.answer !== 'yes' && (
          <p id={writeNote} className="text-ink-soft text-xs">
            Creating and changing labels: {mayWrite.reason}
          </p>
        )}
        {mayDelete.answer !== 'yes' && (
          <p id={deleteNote} className="text-ink-soft text-xs">
            Deleting labels: {mayDelete.reason}
          </p>
        )}
        {activity.at === 'new' && (
          <LabelForm
            act="Create label"
            seenColors={seenColors}
            onSubmit={async (draft) => {
              await create.mutateAsync(draft)
              announce(`Label ${draft.name} created.`)
            }}
            onDone={rest}
          />
        )}
        {labels.isPending && !labels.error && <p role="status">Reading the labels…</p>}
        {labels.error && (
          <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-tint p-3">
            <span className="min-w-0 flex-1">The labels could not be read. {labels.error.message}</span>
            <Button onClick={() => labels.refetch()}>Retry</Button>
          </div>
        )}
        <ul className="flex flex-col">
          {shown.map((label) =>
            activity.at === 'edit' && activity.id === label.id ? (
              <li key={label.id} className="py-1">
                <LabelForm
                  act="Save label"
                  label={label}
                  seenColors={seenColors}
                  onSubmit={async (draft) => {
                    const change = {
                      ...(draft.name === label.name ? {} : { name: draft.name }),
                      ...(draft.color === undefined || draft.color === label.color ? {} : { color: draft.color }),
                    }
                    if (Object.keys(change).length > 0) await patch.mutateAsync({ label, change })
                    announce(`Label ${draft.name} saved.`)
                  }}
                  onDone={rest}
                />
              </li>
            ) : (
              <LabelRow
                key={label.id}
                label={label}
                editOff={mayWrite.answer === 'no' ? writeNote : undefined}
                deleteOff={mayDelete.answer === 'no' ? deleteNote : undefined}
                onEdit={() => setActivity({ at: 'edit', id: label.id })}
                onDelete={() => setActivity({ at: 'delete', label })}
              />
            ),
          )}
        </ul>
        {labels.data && shown.length === 0 && (
          <p className="text-ink-soft">{filter ? `No label matches “${filter}”.` : 'This board has no labels yet.'}</p>
        )}
      </div>
      {activity.at === 'delete' && <DeleteLabel session={session} label={activity.label} onDone={rest} />}
    </Dialog>
  )
}

/** Offline nothing can be changed, whatever the role. */
function unlessOffline(offline: string | undefined, answer: Verdict): Verdict {
  return offline ? { answer: 'no', needed: '', reason: offline } : answer
}
