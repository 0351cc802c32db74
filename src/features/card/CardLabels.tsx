import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Card } from '#contract/card.ts'
import { indexLabels, resolveLabel, type ShownLabel } from '#model/card-labels.ts'
import { verdictForCardLabels } from '#model/permissions.ts'
import { useEditCardLabels } from '#queries/card-labels.ts'
import { useLabels } from '#queries/labels.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import type { BoardSession } from '#queries/session.ts'
import { LabelChip } from '#ui/LabelChip.tsx'

interface CardLabelsProps {
  session: BoardSession
  role: string
  card: Card
  /** Somebody asked for the labels, so the focus goes there as soon as they are read. */
  takesFocus: boolean
}

const FILTER_FROM = 8

/** The labels of one card: a checkbox per label of the board. Each click is an intent of its own. */
export function CardLabels({ session, role, card, takesFocus }: CardLabelsProps) {
  const labels = useLabels(session)
  const editLabels = useEditCardLabels(session)
  const [filter, setFilter] = useState('')
  const noteId = useId()
  const list = labels.data?.labels
  const index = useMemo(() => indexLabels(list ?? []), [list])
  const onCard = new Map(
    (card.labels ?? []).map((label) => [resolveLabel(label, index).id, resolveLabel(label, index)]),
  )
  const offered: ShownLabel[] = [
    ...[...onCard.values()].filter((label) => !label.known),
    ...(list ?? []).map((label) => ({ ...label, known: true })),
  ]
  const verdict = verdictForCardLabels(role)
  const online = useOnline()
  const off =
    card.locked ??
    (online ? undefined : offlineReason()) ??
    (card.labels === null
      ? 'The service did not say which labels this card has, so they cannot be changed safely.'
      : undefined)
  const shown = offered.filter((label) => label.name.toLowerCase().includes(filter.trim().toLowerCase()))

  const group = useRef<HTMLFieldSetElement>(null)
  const isRead = list !== undefined
  useEffect(() => {
    if (takesFocus && isRead) group.current?.querySelector('input')?.focus()
  }, [takesFocus, isRead])

  const handleToggle = (label: ShownLabel) => {
    if (off) return
    const intent = onCard.has(label.id) ? { add: [], remove: [label.id] } : { add: [label.id], remove: [] }
    void editLabels(card, intent)
  }

  return (
    <fieldset ref={group} className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1.5 font-semibold">Labels</legend>
      <p id={noteId} className="mb-1.5 text-ink-soft text-xs empty:hidden">
        {off ?? (verdict.answer === 'cannot-tell' ? verdict.reason : '')}
      </p>
      {labels.error && <p className="text-danger">The labels could not be read: {labels.error.message}</p>}
      {offered.length > FILTER_FROM && (
        <input
          type="search"
          className="field mb-2"
          aria-label="Find a label"
          placeholder="Find a label"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <ul className="grid max-h-72 grid-cols-1 gap-x-3 overflow-y-auto sm:grid-cols-2">
        {shown.map((label) => (
          <li key={label.id}>
            <label className="flex min-h-8 items-center gap-2 rounded px-1 hover:bg-sunken">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={onCard.has(label.id)}
                aria-disabled={off ? true : undefined}
                onChange={() => handleToggle(label)}
              />
              <LabelChip name={label.name} color={label.color} known={label.known} />
            </label>
          </li>
        ))}
      </ul>
      {list && shown.length === 0 && (
        <p className="text-ink-soft">{filter ? `No label matches “${filter}”.` : 'This board has no labels yet.'}</p>
      )}
    </fieldset>
  )
}
