import { useEffect, useId, useMemo, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label } from '#contract/readers/read-label.ts'
import { TextLines } from '#features/shared/TextLines.tsx'
import { useOnline } from '#hooks/use-online.ts'
import { NO_CARD_CHANGES, unchangedCards } from '#messages/bulk-label-messages.ts'
import { BULK_ACTION_UNDER_WAY, leftOutCard } from '#messages/bulk-messages.ts'
import { CANCEL, LABEL } from '#messages/common-messages.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { selectedCards } from '#messages/selection-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { isSameSession } from '#model/bulk-card.ts'
import type { BulkLabelPlan } from '#model/bulk-labels.ts'
import { bulkLabelEstimate, CARDS_WITHOUT_QUESTION } from '#model/bulk-labels.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { verdictForCardLabels } from '#model/card-label-permission.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import {
  useBoardView,
  useIsFilterApplied,
  useVisibleBoard,
} from '#queries/board-view/use-board-view.tsx'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useBulkLabelEdits } from '#queries/labels/use-bulk-label-edits.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { closeDialog, closeDialogOf } from '#state/dialog-store.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { useDeniedLabelEdits } from '#state/service-notices-store.ts'
import { useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { LabelSelect } from './LabelSelect.tsx'

type Mode = 'add' | 'remove'

/**
 * Adds a label to every selected or visible card, or removes it, with one request per card. Which
 * cards stay as they are is said before anything is sent. It can open before the board is there, or
 * before the filter of the URL is applied to it.
 */
export function BulkLabelDialog() {
  const isApplied = useIsFilterApplied()
  const [isReady, setIsReady] = useState(isApplied)
  if (isApplied && !isReady) setIsReady(true)
  const [areSelected] = useState(() => useSelectionStore.getState().cardIds.size > 0)
  useCloseOnOtherBoard()
  return (
    <Dialog title={messages.bulkLabelTitle(areSelected)} onClose={closeDialog}>
      {isReady ? <BulkLabelForm /> : <p role="status">{messages.BOARD_NOT_LOADED_YET}</p>}
    </Dialog>
  )
}

function BulkLabelForm() {
  const { session, role } = useBoardAccess()
  const filter = useUrlFilter()
  const { cards, areSelected } = useInitialCards()
  const labels = useLabels(session).data?.labels ?? []
  const [mode, setMode] = useState<Mode>('add')
  const [labelId, setLabelId] = useState('')
  const plan = usePlan(
    cards,
    mode,
    labels.find(({ id }) => id === labelId),
  )
  const edits = useBulkLabelEdits()
  const permission = verdictForCardLabels(role, useDeniedLabelEdits(session, role))
  const disabledReason = useDisabledReason(cards, plan)
  const reasonId = useId()
  const count = plan?.edits.length ?? cards.length
  const apply = () => {
    if (!plan) return
    closeDialog()
    edits.run(plan)
  }
  return (
    <div className="flex flex-col gap-3">
      <p>
        {areSelected
          ? selectedCards(cards.length, 0)
          : messages.visibleCards(cards.length, !isEmptyFilter(filter))}
      </p>
      <Field label={messages.LABEL_CHANGE}>
        <Select
          value={mode}
          onChange={(event) => setMode(event.target.value === 'remove' ? 'remove' : 'add')}
        >
          <option value="add">{messages.ADD_LABEL}</option>
          <option value="remove">{messages.REMOVE_LABEL}</option>
        </Select>
      </Field>
      <LabelSelect
        name={LABEL}
        labels={labels}
        value={labelId}
        isDisabled={false}
        onChange={setLabelId}
      />
      {permission.type === 'unknown' && (
        <p className="text-ink-soft text-xs">{permission.reason}</p>
      )}
      {plan && plan.leftOut.length > 0 && (
        <>
          <p>{unchangedCards(plan.leftOut.length)}</p>
          <TextLines lines={plan.leftOut.map(leftOutCard)} />
        </>
      )}
      {count > CARDS_WITHOUT_QUESTION && <p>{bulkLabelEstimate(count)}</p>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {disabledReason && (
          <span id={reasonId} className="me-auto text-ink-soft">
            {disabledReason}
          </span>
        )}
        <Button onClick={closeDialog}>{CANCEL}</Button>
        <ApplyButton
          key={`${mode} ${labelId}`}
          count={count}
          reasonId={disabledReason && reasonId}
          onApply={apply}
        />
      </div>
    </div>
  )
}

/**
 * What the choice would do; undefined without a label. It stays the same until the choice changes.
 */
function usePlan(
  cards: readonly Card[],
  mode: Mode,
  label: Label | undefined,
): BulkLabelPlan | undefined {
  const edits = useBulkLabelEdits()
  const { id, name } = label ?? {}
  return useMemo(() => {
    if (id === undefined || name === undefined) return undefined
    const change =
      mode === 'add'
        ? { intent: { add: [id], remove: [] }, names: { added: name } }
        : { intent: { add: [], remove: [id] }, names: { removed: name } }
    return edits.plan(new Map(cards.map((card) => [card.id, cardName(card)])), change)
  }, [edits, cards, mode, id, name])
}

/** Back can open another board, and the cards belong to this one. */
function useCloseOnOtherBoard(): void {
  const { session } = useBoardAccess()
  const [initial] = useState(session)
  const isForeign = !isSameSession(initial, session)
  useEffect(() => {
    if (isForeign) closeDialogOf('bulk-label')
  }, [isForeign])
}

interface ApplyButtonProps {
  count: number
  /** Of the element that says why it's disabled. */
  reasonId: string | undefined
  onApply: () => void
}

/** Many cards take a second press, after the estimate. */
function ApplyButton({ count, reasonId, onApply }: ApplyButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isQuestion = count > CARDS_WITHOUT_QUESTION
  const mustAsk = isQuestion && !isAsked
  return (
    <Button
      kind="primary"
      disabledBy={reasonId}
      onClick={mustAsk ? () => setIsAsked(true) : onApply}
    >
      {messages.applyTo(count, isQuestion && isAsked)}
      {mustAsk && '…'}
    </Button>
  )
}

interface InitialCards {
  cards: readonly Card[]
  /** Whether they were selected. Otherwise, they are all that is visible. */
  areSelected: boolean
}

/**
 * The selected or visible cards when the dialog opens: a label applied to them must not change
 * which ones match.
 */
function useInitialCards(): InitialCards {
  const board = useBoardView()?.board
  const visible = useVisibleBoard()
  const [initial] = useState((): InitialCards => {
    const { cardIds } = useSelectionStore.getState()
    const areSelected = cardIds.size > 0
    const all = (areSelected ? board : visible)?.columns.flatMap(({ cards }) => cards) ?? []
    return { cards: areSelected ? all.filter(({ id }) => cardIds.has(id)) : all, areSelected }
  })
  return initial
}

function useDisabledReason(
  cards: readonly Card[],
  plan: BulkLabelPlan | undefined,
): string | undefined {
  const { role, session } = useBoardAccess()
  const isOnline = useOnline()
  const isBusy = useIsBulkActionUnderWay()
  const permission = verdictForCardLabels(role, useDeniedLabelEdits(session, role))
  if (!isOnline) return OFFLINE_REASON
  if (permission.type === 'no') return permission.reason
  if (cards.length === 0) return messages.NO_VISIBLE_CARDS
  if (!plan) return messages.LABEL_REQUIRED
  if (plan.edits.length === 0) return NO_CARD_CHANGES
  return isBusy ? BULK_ACTION_UNDER_WAY : undefined
}
