import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Card } from '#contract/card.ts'
import type { Label } from '#contract/label.ts'
import { indexLabels, type ShownLabel, shownLabels } from '#model/card-labels.ts'
import { sameName, sortLabels } from '#model/label-list.ts'
import { ROLE_FOR, verdict, verdictForCardLabels } from '#model/permissions.ts'
import { readingNote } from '#model/reading-note.ts'
import { useEditCardLabels } from '#queries/edit-card-labels.ts'
import { failureWords, troubleOf } from '#queries/failure.ts'
import { useCreateLabel } from '#queries/label-writes.ts'
import { useLabels } from '#queries/labels.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import { type BoardSession, labelsKey } from '#queries/session.ts'
import { useTryAgain } from '#queries/try-again.ts'
import { rememberLabel, useRecentLabelsStore } from '#state/recent-labels-store.ts'
import { Button } from '#ui/Button.tsx'
import { FailureStrip } from '#ui/FailureStrip.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { VirtualList } from '#ui/VirtualList.tsx'

interface CardLabelsProps {
  session: BoardSession
  role: string
  card: Card
  /** Somebody asked for the labels, so the focus goes there as soon as they are read. */
  takesFocus: boolean
}

/** The labels of one card: a checkbox per label of the board. Each click is an intent of its own. */
export function CardLabels({ session, role, card, takesFocus }: CardLabelsProps) {
  const labels = useLabels(session)
  const trouble = troubleOf(labels)
  const tryAgain = useTryAgain(labelsKey(session))
  const editLabels = useEditCardLabels(session)
  const [filter, setFilter] = useState('')
  const noteId = useId()
  const list = labels.data?.labels
  const index = useMemo(() => indexLabels(list ?? []), [list])
  const inOrder = useStartingOrder(session.workspaceId, list)
  const onCard = new Map(shownLabels(card.labels ?? [], index).map((label) => [label.id, label]))
  const offered: ShownLabel[] = [
    ...[...onCard.values()].filter((label) => !label.known),
    ...inOrder.map((label) => ({ ...label, known: true })),
  ]
  const may = verdictForCardLabels(role)
  const online = useOnline()
  const off =
    card.locked ??
    (online ? undefined : offlineReason()) ??
    (card.labels === null
      ? 'The service did not say, or not readably, which labels this card has, so they cannot be changed safely.'
      : undefined)
  const note = labels.data && readingNote('label of this board', 'labels of this board', labels.data)
  const wanted = filter.trim().toLowerCase()
  const shown = offered.filter((label) => label.name.toLowerCase().includes(wanted))
  const mayCreate = off === undefined && wanted !== '' && verdict(role, ROLE_FOR.writeLabel).answer !== 'no'
  const isNew = mayCreate && list !== undefined && sameName(list, filter) === undefined
  const group = useRef<HTMLFieldSetElement>(null)
  const isRead = list !== undefined
  useEffect(() => {
    if (takesFocus && isRead) group.current?.querySelector('input')?.focus()
  }, [takesFocus, isRead])

  const handleToggle = (label: ShownLabel) => {
    if (off) return
    const has = onCard.has(label.id)
    if (!has) rememberLabel(session.workspaceId, label.id)
    void editLabels(card, has ? { add: [], remove: [label.id] } : { add: [label.id], remove: [] })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || wanted === '') return
    // Several that match are no choice: only the one that is meant by name, or the only one there is.
    const meant = shown.find((label) => label.name.trim().toLowerCase() === wanted) ?? (shown.length === 1 && shown[0])
    if (meant) handleToggle(meant)
    else if (shown.length === 0) group.current?.querySelector<HTMLElement>('[data-act="create"]')?.click()
  }

  // An empty box would say that the label is not on the card.
  if (card.labels === null) {
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">Labels</legend>
        <p className="text-ink-soft">{off}</p>
      </fieldset>
    )
  }
  return (
    <fieldset ref={group} className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1.5 font-semibold">Labels</legend>
      <p id={noteId} className="mb-1.5 text-ink-soft text-xs empty:hidden">
        {off ?? (may.answer === 'cannot-tell' ? may.reason : '')}
      </p>
      {trouble && <FailureStrip text={`The labels could not be read. ${failureWords(trouble)}`} onRetry={tryAgain} />}
      <input
        type="search"
        className="field mb-2"
        aria-label="Find a label"
        placeholder={mayCreateAny(role) ? 'Find or create a label' : 'Find a label'}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {note && <p className="mb-2 text-warning">{note}</p>}
      <VirtualList
        items={shown}
        keyOf={(label) => label.id}
        kept={[]}
        usualHeight={32}
        overscan={6}
        className="list-scroll max-h-64 overflow-y-auto overscroll-contain"
      >
        {(label) => (
          <label className="flex min-h-8 items-center gap-2 rounded px-1 hover:bg-sunken">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={onCard.has(label.id)}
              aria-disabled={off ? true : undefined}
              onChange={() => handleToggle(label)}
            />
            <span className="flex min-w-0">
              <LabelChip name={label.name} color={label.color} known={label.known} />
            </span>
          </label>
        )}
      </VirtualList>
      {list && shown.length === 0 && (
        <p className="text-ink-soft">{filter ? `No label matches “${filter}”.` : 'This board has no labels yet.'}</p>
      )}
      {isNew && (
        <CreateAndApply
          key={filter.trim()}
          session={session}
          name={filter.trim()}
          onCreated={(label) => {
            setFilter((now) => (now.trim() === filter.trim() ? '' : now))
            group.current?.querySelector('input')?.focus()
            rememberLabel(session.workspaceId, label.id)
            void editLabels(card, { add: [label.id], remove: [] })
          }}
        />
      )}
    </fieldset>
  )
}

function mayCreateAny(role: string): boolean {
  return verdict(role, ROLE_FOR.writeLabel).answer !== 'no'
}

/** The labels by name, those put on cards a moment ago first. The order stays while the list is open: a click must not move its row. */
function useStartingOrder(workspaceId: string, list: readonly Label[] | undefined): Label[] {
  const [recent] = useState(() => useRecentLabelsStore.getState().recent[workspaceId] ?? [])
  return useMemo(() => {
    const rank = (label: Label) => (recent.includes(label.id) ? recent.indexOf(label.id) : recent.length)
    return sortLabels(list ?? [], 'name').sort((a, b) => rank(a) - rank(b))
  }, [list, recent])
}

interface CreateAndApplyProps {
  session: BoardSession
  name: string
  onCreated: (label: Label) => void
}

/** Makes the label that was looked for and not found, and puts it on the card. */
function CreateAndApply({ session, name, onCreated }: CreateAndApplyProps) {
  const create = useCreateLabel(session)
  const labels = useLabels(session)
  const handleClick = async () => {
    if (create.isPending) return
    try {
      await create.mutateAsync({ name })
      const made = (await labels.refetch()).data?.labels.find((label) => label.name === name)
      if (made) onCreated(made)
    } catch {
      // Said below, beside what was typed.
    }
  }
  return (
    <div className="mt-2 flex flex-col items-start gap-1">
      <Button data-act="create" onClick={() => void handleClick()}>
        {create.isPending ? 'Creating…' : `Create “${name}” and apply it`}
      </Button>
      {create.error && (
        <p role="alert" className="text-danger">
          {failureWords(create.error)}
        </p>
      )}
    </div>
  )
}
