import { useCallback, useMemo, useState } from 'react'
import type { Label, NewLabel } from '#contract/readers/read-label.ts'
import { useAfterPause } from '#hooks/use-after-pause.ts'
import { useOnline } from '#hooks/use-online.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { type LabelOrder, sortLabels } from '#model/label-sort.ts'
import { ROLE_FOR, type Verdict, verdict } from '#model/permissions.ts'
import { createTextMatcher } from '#model/search-text.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { visibleError } from '#queries/errors.ts'
import { keys } from '#queries/keys.ts'
import {
  type LabelWriteOutcome,
  useCreateLabel,
  useUpdateLabel,
} from '#queries/labels/label-mutations.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useRetry } from '#queries/use-retry.ts'
import { announce } from '#state/announcer.ts'
import { NEW_BUTTON, SEARCH_FIELD, useFocusTarget } from './use-focus-target.ts'

/** What was done last, and the name of the label that the list marks for it. */
interface LabelNews {
  text: string
  name?: string
}

/** A dialog above the list. */
export type LabelQuestion =
  | { type: 'delete'; label: Label }
  | { type: 'merge'; label: Label; targetId: string | undefined }

export type LabelManagerState = ReturnType<typeof useLabelManager>

const NONE: ReadonlySet<string> = new Set()

/** State of the label manager: filter, order, open forms, and the question above the list. */
export function useLabelManager() {
  const { session } = useBoardAccess()
  const labels = useLabels(session)
  const retry = useRetry(keys.labels(session))
  const [isCreating, setIsCreating] = useState(false)
  // Several forms can be open: a second one must not discard what a person has entered in the
  // first.
  const [openedIds, setOpenedIds] = useState(NONE)
  const [question, setQuestion] = useState<LabelQuestion>()
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<LabelOrder>('name')
  const focus = useFocusTarget()
  const [news, setNews] = useState<LabelNews>()
  const report = (latest: LabelNews) => {
    setNews(latest)
    announce(latest.text)
  }
  const writes = useLabelWrites(report)
  const list = labels.data?.labels
  const sortedLabels = useMemo(() => sortLabels(list ?? [], order), [list, order])
  // The form of a label that was merged is gone with it, and guards nothing any more.
  const editingIds = useMemo(
    () => new Set(list?.flatMap(({ id }) => (openedIds.has(id) ? id : [])) ?? openedIds),
    [list, openedIds],
  )
  const isMatch = createTextMatcher(filter)
  const visibleLabels = sortedLabels.filter(
    (label) => editingIds.has(label.id) || isMatch(label.name),
  )

  useAfterPause(`${order} ${filter.trim()}`, () => {
    if (list) announce(messages.labelsFound(filter, visibleLabels.length))
  })

  const edit = useCallback((label: Label) => {
    setOpenedIds((current) => new Set(current).add(label.id))
  }, [])
  const askDelete = useCallback((label: Label) => setQuestion({ type: 'delete', label }), [])
  const closeForm = (labelId: string) => {
    setOpenedIds((current) => new Set([...current].filter((id) => id !== labelId)))
    focus.request(labelId)
  }
  const closeNewForm = () => {
    setIsCreating(false)
    focus.request(NEW_BUTTON)
  }
  const closeQuestion = () => {
    setQuestion(undefined)
    // The row may be gone with its label. Otherwise the dialog returns the focus to its button.
    focus.request(SEARCH_FIELD, 'if-lost')
  }

  return {
    labels,
    error: visibleError(labels),
    retry,
    filter,
    setFilter,
    order,
    setOrder,
    visibleLabels,
    ...usePermissions(),
    isCreating,
    openNewForm: () => setIsCreating(true),
    closeNewForm,
    editingIds,
    edit,
    closeForm,
    question,
    ask: setQuestion,
    askDelete,
    closeQuestion,
    focus,
    news,
    report,
    ...writes,
  }
}

function useLabelWrites(report: (news: LabelNews) => void) {
  const { session } = useBoardAccess()
  const createLabel = useCreateLabel(session)
  const updateLabel = useUpdateLabel(session)

  const create = async (draft: NewLabel): Promise<LabelWriteOutcome> => {
    const outcome = await createLabel.mutateAsync(draft)
    if (outcome.type === 'applied') report({ text: messages.created(draft.name), name: draft.name })
    return outcome
  }
  /** Sends only what changed in the form: other changes since then belong to other people. */
  const save = async (label: Label, opened: Label, draft: NewLabel): Promise<LabelWriteOutcome> => {
    const hasNewColor = draft.color !== undefined && draft.color !== opened.color
    const change = {
      ...(draft.name === opened.name ? {} : { name: draft.name }),
      ...(hasNewColor ? { color: draft.color } : {}),
    }
    const isChanged = Object.keys(change).length > 0
    const outcome: LabelWriteOutcome = isChanged
      ? await updateLabel.mutateAsync({ label, change })
      : { type: 'applied' }
    if (outcome.type === 'applied') report({ text: messages.saved(draft.name), name: draft.name })
    return outcome
  }
  return { create, save }
}

function usePermissions() {
  const { role } = useBoardAccess()
  const isOnline = useOnline()
  const unlessOffline = (result: Verdict): Verdict =>
    isOnline ? result : { type: 'no', requiredRole: '', reason: OFFLINE_REASON }
  return {
    mayEdit: unlessOffline(verdict(role, ROLE_FOR.writeLabel)),
    mayDelete: unlessOffline(verdict(role, ROLE_FOR.deleteLabel)),
  }
}
