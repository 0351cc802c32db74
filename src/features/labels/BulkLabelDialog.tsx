import { useId, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { useOnline } from '#hooks/use-online.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { OFFLINE_REASON } from '#model/messages/interaction-messages.ts'
import * as messages from '#model/messages/label-messages.ts'
import { selectedCards } from '#model/messages/selection-messages.ts'
import { verdictForCardLabels } from '#model/permissions.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useBoardView, useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import { useLabels } from '#queries/labels/labels-query.ts'
import { type BulkEditState, useBulkEdit } from '#queries/labels/use-bulk-edit.ts'
import { announce } from '#state/announcer.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { useDeniedLabelEdits } from '#state/service-notices-store.ts'
import { showToast } from '#state/toast-store.ts'
import { useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BulkEditProgress } from './BulkEditProgress.tsx'
import { LabelSelect } from './LabelSelect.tsx'

/**
 * Applies one label to every selected or visible card, one request per card. Undo removes it from those that
 * didn't have it before.
 */
export function BulkLabelDialog() {
  const { session, role } = useBoardAccess()
  const filter = useUrlFilter()
  const { cards, areSelected } = useInitialCards()
  const labels = useLabels(session).data?.labels ?? []
  const [labelId, setLabelId] = useState('')
  const label = labels.find((candidate) => candidate.id === labelId)
  const bulk = useApplyLabel(cards, labelId, label?.name ?? '')
  const permission = verdictForCardLabels(role, useDeniedLabelEdits(session, role))
  const disabledReason = useDisabledReason(cards, labelId)
  const reasonId = useId()
  const { applyState, isPending, canUndo } = bulk
  const isReady = applyState.type === 'ready'
  const hasReason = isReady || bulk.visibleState.type === 'stopped'
  return (
    <Dialog
      title={messages.bulkLabelTitle(areSelected)}
      onClose={closeDialog}
      isGuarded={isPending}
    >
      <div className="flex flex-col gap-3">
        <p>
          {areSelected
            ? selectedCards(cards.length, 0)
            : messages.visibleCards(cards.length, !isEmptyFilter(filter))}
        </p>
        <LabelSelect
          name="Label"
          labels={labels}
          value={labelId}
          isDisabled={!isReady}
          onChange={setLabelId}
        />
        {permission.type === 'unknown' && (
          <p className="text-ink-soft text-xs">{permission.reason}</p>
        )}
        <BulkEditProgress
          state={bulk.visibleState}
          onStop={bulk.stop}
          onResume={bulk.resume}
          disabledBy={disabledReason && reasonId}
          onSkip={bulk.skipAndResume}
        />
        <Estimate count={cards.length} isReady={isReady} />
        {bulk.result && <p>{bulk.result}</p>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {hasReason && disabledReason && (
            <span id={reasonId} className="mr-auto text-ink-soft">
              {disabledReason}
            </span>
          )}
          {canUndo && <Button onClick={bulk.undo}>Undo</Button>}
          <Button disabledBy={isPending} onClick={closeDialog}>
            Close
          </Button>
          <ApplyButton
            key={labelId}
            count={cards.length}
            isReady={isReady}
            reasonId={disabledReason && reasonId}
            onApply={bulk.apply}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** How long many changes take. */
function Estimate({ count, isReady }: { count: number; isReady: boolean }) {
  if (!isReady || count <= messages.CARDS_WITHOUT_QUESTION) return null
  return <p>{messages.bulkEditEstimate(count)}</p>
}

interface ApplyButtonProps {
  count: number
  isReady: boolean
  /** Of the element that says why it's disabled. */
  reasonId: string | undefined
  onApply: () => void
}

/**
 * Many cards take a second press, after the estimate. The button stays after use, so that the focus
 * on it isn't lost.
 */
function ApplyButton({ count, isReady, reasonId, onApply }: ApplyButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isQuestion = isReady && count > messages.CARDS_WITHOUT_QUESTION
  const mustAsk = isQuestion && !isAsked
  return (
    <Button
      kind="primary"
      disabledBy={!isReady || reasonId}
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

function useDisabledReason(cards: readonly Card[], labelId: string): string | undefined {
  const { role, session } = useBoardAccess()
  const isOnline = useOnline()
  const permission = verdictForCardLabels(role, useDeniedLabelEdits(session, role))
  if (!isOnline) return OFFLINE_REASON
  if (permission.type === 'no') return permission.reason
  if (cards.length === 0) return messages.NO_VISIBLE_CARDS
  return labelId ? undefined : messages.LABEL_REQUIRED
}

/** Applying a label, and undoing it. */
function useApplyLabel(cards: readonly Card[], labelId: string, name: string) {
  const { session } = useBoardAccess()
  const applying = useBulkEdit(session)
  const undoing = useBulkEdit(session)
  const isUndoing = undoing.state.type !== 'ready'
  const current = isUndoing ? undoing : applying
  const changed = changedCards(applying.state)

  const apply = async () => {
    const result = await applying.run(cards, { add: [labelId], remove: [] })
    // The dialog stays and shows it.
    if (result) announce(messages.applied(name, result.length))
  }
  const undo = async () => {
    const result = await undoing.run(changed, { add: [], remove: [labelId] })
    if (!result) return
    showToast(messages.removed(name, result.length), 'success')
    closeDialog()
  }
  const resume = () => void (isUndoing ? undo() : apply())
  return {
    applyState: applying.state,
    visibleState: current.state,
    isPending: current.state.type === 'running',
    canUndo: !isUndoing && changed.length > 0,
    result: isUndoing ? undefined : resultMessage(applying.state, name, cards.length),
    apply: () => void apply(),
    undo: () => void undo(),
    stop: current.stop,
    resume,
    skipAndResume: () => {
      current.skip()
      resume()
    },
  }
}

function resultMessage(state: BulkEditState, name: string, total: number): string | undefined {
  if (state.type !== 'done') return undefined
  const { skipped } = state
  const changed = state.changed.length
  const unchanged = total - changed - skipped
  return messages.bulkEditResult(name, { changed, skipped, unchanged })
}

function changedCards(state: BulkEditState): readonly Card[] {
  return state.type === 'done' || state.type === 'stopped' ? state.changed : []
}
