import { useEffect, useId, useMemo, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { TextLines } from '#features/shared/TextLines.tsx'
import { useCardLabelVerdict } from '#features/shared/use-card-label-verdict.ts'
import { useOnline } from '#hooks/use-online.ts'
import {
  CHOOSE_LABELS,
  chosenChanges,
  NO_CARD_CHANGES,
  unchangedCards,
} from '#messages/bulk-label-messages.ts'
import { BULK_ACTION_UNDER_WAY, leftOutCard } from '#messages/bulk-messages.ts'
import { CANCEL } from '#messages/common-messages.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { selectedCards } from '#messages/selection-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { isSameSession } from '#model/bulk-card.ts'
import {
  type BulkLabelPlan,
  bulkLabelEstimate,
  CARDS_WITHOUT_QUESTION,
  isEmptyChange,
  type LabelChanges,
  namesOfChanges,
} from '#model/bulk-labels.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import {
  useBoardView,
  useIsFilterApplied,
  useVisibleBoard,
} from '#queries/board-view/use-board-view.tsx'
import { useBulkLabelEdits } from '#queries/changes/use-bulk-label-edits.ts'
import { announce } from '#state/announcer.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { closeDialog, closeDialogOf } from '#state/dialog-store.ts'
import { rememberLabel } from '#state/recent-labels-store.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BulkLabelPicker } from './BulkLabelPicker.tsx'

/**
 * Adds labels to every selected or visible card, and removes others, with one request per card.
 * Which cards stay as they are is said before anything is sent. It can open before the board is
 * there, or before the filter of the URL is applied to it.
 */
export function BulkLabelDialog() {
  const isApplied = useIsFilterApplied()
  const [isReady, setIsReady] = useState(isApplied)
  if (isApplied && !isReady) setIsReady(true)
  const [areSelected] = useState(() => useSelectionStore.getState().cardIds.size > 0)
  const [changes, setChanges] = useState(NO_CHANGES)
  useCloseOnOtherBoard()
  return (
    <Dialog
      title={messages.bulkLabelTitle(areSelected)}
      onClose={closeDialog}
      isGuarded={!isEmptyChange(changes)}
    >
      {isReady ? (
        <BulkLabelForm changes={changes} onChange={setChanges} />
      ) : (
        <p role="status">{messages.BOARD_NOT_LOADED_YET}</p>
      )}
    </Dialog>
  )
}

const NO_CHANGES: LabelChanges = { add: [], remove: [] }

interface BulkLabelFormProps {
  changes: LabelChanges
  onChange: (changes: LabelChanges) => void
}

function BulkLabelForm({ changes, onChange }: BulkLabelFormProps) {
  const { session } = useBoardAccess()
  const filter = useUrlFilter()
  const { cards, areSelected } = useInitialCards()
  const plan = usePlan(cards, changes)
  const edits = useBulkLabelEdits()
  const permission = useCardLabelVerdict()
  const disabledReason = useDisabledReason(cards, plan)
  const reasonId = useId()
  const count = plan?.edits.length ?? cards.length
  const apply = () => {
    if (!plan || disabledReason !== undefined) return
    for (const { id } of plan.change.add) rememberLabel(session.workspaceId, id)
    closeDialog()
    edits.run(plan)
  }
  const question = useQuestion(count, changes, apply)
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
      <p>
        {areSelected
          ? selectedCards(cards.length, 0)
          : messages.visibleCards(cards.length, !isEmptyFilter(filter))}
      </p>
      <BulkLabelPicker
        cards={cards}
        changes={changes}
        onChange={(chosen) => {
          onChange(chosen)
          announce(chosenChanges(namesOfChanges(chosen)) || CHOOSE_LABELS)
        }}
        onEnter={question.press}
      />
      <p className="min-h-5 font-medium">{chosenChanges(namesOfChanges(changes))}</p>
      {permission.type === 'unknown' && (
        <p className="text-ink-soft text-xs">{permission.reason}</p>
      )}
      {/* One line until a person asks for the cards, so that the buttons stay where they are. */}
      <details className="min-h-5 pointer-coarse:min-h-11" hidden={!plan?.leftOut.length}>
        <summary className="cursor-pointer pointer-coarse:py-3">
          {unchangedCards(plan?.leftOut.length ?? 0)}
        </summary>
        <div className="mt-1">
          <TextLines lines={plan?.leftOut.map(leftOutCard) ?? []} />
        </div>
      </details>
      {!plan?.leftOut.length && <div className="min-h-5 pointer-coarse:min-h-11" />}
      {question.isNeeded && <p>{bulkLabelEstimate(count)}</p>}
      <div className="sticky -bottom-4 z-1 -mb-4 flex flex-wrap items-center justify-end gap-2 bg-raised pb-4">
        {disabledReason && (
          <span id={reasonId} className="min-w-0 flex-1 basis-40 text-ink-soft">
            {disabledReason}
          </span>
        )}
        <Button onClick={closeDialog}>{CANCEL}</Button>
        <Button
          kind="primary"
          disabledBy={disabledReason && reasonId}
          // A key that is held must not confirm what it has asked.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={question.press}
        >
          {question.text}
        </Button>
      </div>
    </form>
  )
}

/**
 * What the choice would do; undefined without labels. It stays the same until the choice changes.
 */
function usePlan(cards: readonly Card[], changes: LabelChanges): BulkLabelPlan | undefined {
  const edits = useBulkLabelEdits()
  return useMemo(() => {
    if (isEmptyChange(changes)) return undefined
    const targets = cards.map((card) => [card.id, { name: cardName(card) }] as const)
    return edits.plan(new Map(targets), changes)
  }, [edits, cards, changes])
}

/** Many cards take a second press, after the estimate. */
function useQuestion(count: number, changes: LabelChanges, apply: () => void) {
  const [askedFor, setAskedFor] = useState<LabelChanges>()
  const isNeeded = count > CARDS_WITHOUT_QUESTION
  const isAsked = askedFor === changes
  const mustAsk = isNeeded && !isAsked
  return {
    isNeeded,
    press: mustAsk ? () => setAskedFor(changes) : apply,
    text: `${messages.applyTo(count, isNeeded && isAsked)}${mustAsk ? '…' : ''}`,
  }
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
  const isOnline = useOnline()
  const isBusy = useIsBulkActionUnderWay()
  const permission = useCardLabelVerdict()
  if (!isOnline) return OFFLINE_REASON
  if (permission.type === 'no') return permission.reason
  if (cards.length === 0) return messages.NO_VISIBLE_CARDS
  if (!plan) return CHOOSE_LABELS
  if (plan.edits.length === 0) return NO_CARD_CHANGES
  return isBusy ? BULK_ACTION_UNDER_WAY : undefined
}
