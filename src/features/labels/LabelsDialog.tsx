import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Label, NewLabel } from '#contract/label.ts'
import { type LabelOrder, sortLabels } from '#model/label-list.ts'
import { ROLE_FOR, type Verdict, verdict } from '#model/permissions.ts'
import { readingNote } from '#model/reading-note.ts'
import { failureWords, troubleOf } from '#queries/failure.ts'
import { useCreateLabel, usePatchLabel } from '#queries/label-writes.ts'
import { useLabels } from '#queries/labels.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import { type BoardSession, labelsKey } from '#queries/session.ts'
import { useTryAgain } from '#queries/try-again.ts'
import { announce } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FailureStrip } from '#ui/FailureStrip.tsx'
import { VirtualList } from '#ui/VirtualList.tsx'
import { DeleteLabel } from './DeleteLabel.tsx'
import { LabelForm } from './LabelForm.tsx'
import { LabelRow } from './LabelRow.tsx'
import { MergeLabel } from './MergeLabel.tsx'

interface LabelsDialogProps {
  session: BoardSession
  role: string
  onClose: () => void
}

/** The question that stands above the list. */
type Question = { ask: 'delete' | 'merge'; label: Label }

const ORDERS: readonly LabelOrder[] = ['name', 'use', 'color']

const NONE: ReadonlySet<string> = new Set()

/** The board's palette: what labels there are, how many cards carry each, and their making, changing and deleting. */
export function LabelsDialog({ session, role, onClose }: LabelsDialogProps) {
  const labels = useLabels(session)
  const trouble = troubleOf(labels)
  const tryAgain = useTryAgain(labelsKey(session))
  const create = useCreateLabel(session)
  const patch = usePatchLabel(session)
  const [creating, setCreating] = useState(false)
  // Several can be written at a time: a second pencil must not throw away what the first one's field holds.
  const [editing, setEditing] = useState<ReadonlySet<string>>(NONE)
  const [question, setQuestion] = useState<Question>()
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<LabelOrder>('name')
  const { root, focusNext } = useFocusNext()
  const [writeNote, deleteNote] = [useId(), useId()]
  const offline = useOnline() ? undefined : offlineReason()
  const mayWrite = unlessOffline(offline, verdict(role, ROLE_FOR.writeLabel))
  const mayDelete = unlessOffline(offline, verdict(role, ROLE_FOR.deleteLabel))
  const list = labels.data?.labels
  const sorted = useMemo(() => sortLabels(list ?? [], order), [list, order])
  const wanted = filter.trim().toLowerCase()
  const shown = sorted.filter((label) => editing.has(label.id) || label.name.toLowerCase().includes(wanted))
  const seenColors = labels.data?.seenColors ?? []
  const note = labels.data && readingNote('label of this board', 'labels of this board', labels.data)

  const edit = useCallback((label: Label) => setEditing((before) => new Set(before).add(label.id)), [])
  const askDelete = useCallback((label: Label) => setQuestion({ ask: 'delete', label }), [])
  const leaveForm = (id: string) => {
    setEditing((before) => new Set([...before].filter((one) => one !== id)))
    focusNext(`[data-act="edit ${CSS.escape(id)}"]`)
  }
  const leaveNew = () => {
    setCreating(false)
    focusNext('[data-act="new"]')
  }
  const leaveQuestion = () => {
    setQuestion(undefined)
    // Its row is gone with the label, or stands where it stood: then the dialog gives the focus back to its button.
    focusNext('[type="search"]', 'if-lost')
  }
  /** Only what was changed in the form is sent: what others changed meanwhile is theirs. */
  const save = async (label: Label, opened: Label, draft: NewLabel) => {
    const change = {
      ...(draft.name === opened.name ? {} : { name: draft.name }),
      ...(draft.color === undefined || draft.color === opened.color ? {} : { color: draft.color }),
    }
    if (Object.keys(change).length > 0) await patch.mutateAsync({ label, change })
    announce(`Label ${draft.name} saved.`)
  }

  return (
    <Dialog title="Labels" onClose={onClose} guarded={creating || editing.size > 0}>
      <div ref={root} className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <input
            type="search"
            className="field w-auto min-w-0 flex-1 basis-48"
            aria-label="Find a label"
            placeholder="Find a label"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <select
            className="field w-auto"
            aria-label="Sort by"
            value={order}
            onChange={(event) => setOrder(ORDERS.find((one) => one === event.target.value) ?? 'name')}
          >
            {ORDERS.map((one) => (
              <option key={one} value={one}>
                By {one}
              </option>
            ))}
          </select>
          <Button
            kind="primary"
            data-act="new"
            disabledBy={mayWrite.answer === 'no' ? writeNote : undefined}
            onClick={() => setCreating(true)}
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
        {creating && (
          <LabelForm
            act="Create label"
            labels={list ?? []}
            seenColors={seenColors}
            onSubmit={async (draft) => {
              await create.mutateAsync(draft)
              announce(`Label ${draft.name} created.`)
            }}
            onDone={leaveNew}
          />
        )}
        {labels.isPending && !trouble && <p role="status">Reading the labels…</p>}
        {trouble && <FailureStrip text={`The labels could not be read. ${failureWords(trouble)}`} onRetry={tryAgain} />}
        {note && <p className="text-warning">{note}</p>}
        <VirtualList
          items={shown}
          keyOf={(label) => label.id}
          // Somebody is writing there.
          kept={shown.flatMap((label, index) => (editing.has(label.id) ? [index] : []))}
          usualHeight={41}
          overscan={6}
          className="list-scroll max-h-[min(25rem,50dvh)] overflow-y-auto overscroll-contain"
        >
          {(label) =>
            editing.has(label.id) ? (
              <div className="py-1">
                <LabelForm
                  act="Save label"
                  label={label}
                  labels={list ?? []}
                  seenColors={seenColors}
                  onSubmit={(draft, opened) => save(label, opened ?? label, draft)}
                  onMerge={() => setQuestion({ ask: 'merge', label })}
                  onDone={() => leaveForm(label.id)}
                />
              </div>
            ) : (
              <LabelRow
                label={label}
                editOff={mayWrite.answer === 'no' ? writeNote : undefined}
                deleteOff={mayDelete.answer === 'no' ? deleteNote : undefined}
                onEdit={edit}
                onDelete={askDelete}
              />
            )
          }
        </VirtualList>
        {list && shown.length === 0 && (
          <p className="text-ink-soft">{filter ? `No label matches “${filter}”.` : 'This board has no labels yet.'}</p>
        )}
      </div>
      {question?.ask === 'delete' && <DeleteLabel session={session} label={question.label} onDone={leaveQuestion} />}
      {question?.ask === 'merge' && (
        <MergeLabel session={session} role={role} label={question.label} labels={list ?? []} onDone={leaveQuestion} />
      )}
    </Dialog>
  )
}

/** Where the focus goes once what has it is gone: found after the next drawing. */
function useFocusNext() {
  const root = useRef<HTMLDivElement>(null)
  const next = useRef<{ selector: string; when: 'always' | 'if-lost' }>(undefined)
  useEffect(() => {
    const wanted = next.current
    next.current = undefined
    const isLost = !document.activeElement || document.activeElement === document.body
    if (wanted && (wanted.when === 'always' || isLost))
      root.current?.querySelector<HTMLElement>(wanted.selector)?.focus()
  })
  const focusNext = (selector: string, when: 'always' | 'if-lost' = 'always') => {
    next.current = { selector, when }
  }
  return { root, focusNext }
}

/** Offline nothing can be changed, whatever the role. */
function unlessOffline(offline: string | undefined, answer: Verdict): Verdict {
  return offline ? { answer: 'no', needed: '', reason: offline } : answer
}
