import { useMemo, useState } from 'react'
import type { Card } from '#contract/card.ts'
import { type CardFilter, filterCards, keepsAll } from '#model/card-filter.ts'
import { indexLabels } from '#model/card-labels.ts'
import { verdictForCardLabels } from '#model/permissions.ts'
import { useBoardView } from '#queries/board-view.ts'
import { useLabelBatch } from '#queries/label-batch.ts'
import { useLabels } from '#queries/labels.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import type { BoardSession } from '#queries/session.ts'
import { say } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { cardCount } from './card-count.ts'
import { LabelSelect } from './LabelSelect.tsx'

interface LabelManyCardsProps {
  session: BoardSession
  role: string
  filter: CardFilter
  onClose: () => void
}

/** Puts one label on every card that the filter shows, one request a card. Undo takes it off those that had not had it. */
export function LabelManyCards({ session, role, filter, onClose }: LabelManyCardsProps) {
  const view = useBoardView(session)
  const labels = useLabels(session)
  const batch = useLabelBatch(session)
  const undo = useLabelBatch(session)
  const [labelId, setLabelId] = useState('')
  const list = labels.data?.labels ?? []
  const index = useMemo(() => indexLabels(labels.data?.labels ?? []), [labels.data])
  // The cards as they are when the dialog opens: a label that is put on them must not change which ones match.
  const [cards] = useState<readonly Card[]>(() =>
    view ? filterCards(view.board, filter, index).columns.flatMap((column) => column.cards) : [],
  )
  const label = list.find((one) => one.id === labelId)
  const online = useOnline()
  const may = verdictForCardLabels(role)
  const off = (online ? undefined : offlineReason()) ?? (may.answer === 'no' ? may.reason : undefined)
  const obstacle = off ?? (cards.length === 0 ? 'No card is shown.' : label ? undefined : 'Choose a label.')
  const busy = batch.state.at === 'running' || undo.state.at === 'running'
  const shownBatch = undo.state.at === 'ready' ? batch : undo

  const takeBack = async (changed: readonly Card[]) => {
    const all = await undo.run(changed, { add: [], remove: [labelId] })
    if (!all) return
    say(`${label?.name} taken off ${cardCount(all.length)} again.`, 'good')
    onClose()
  }
  const apply = async () => {
    if (obstacle || busy) return
    const changed = await batch.run(cards, { add: [labelId], remove: [] })
    if (changed) say(`${label?.name} put on ${cardCount(changed.length)}.`, 'good')
  }
  const goOn = () => void (undo.state.at === 'ready' ? apply() : takeBack(changedBy(batch.state)))
  return (
    <Dialog title="Label the shown cards" onClose={onClose} guarded={busy}>
      <div className="flex flex-col gap-3">
        <p>
          {cardCount(cards.length)} {cards.length === 1 ? 'is' : 'are'} shown
          {keepsAll(filter) ? ': no filter is set, so these are all cards of the board.' : ' by the filter.'}
        </p>
        <LabelSelect
          name="Label"
          labels={list}
          value={labelId}
          isFixed={batch.state.at !== 'ready'}
          onChange={setLabelId}
        />
        {may.answer === 'cannot-tell' && <p className="text-ink-soft text-xs">{may.reason}</p>}
        <BatchProgress
          state={shownBatch.state}
          onStop={shownBatch.stop}
          onGoOn={goOn}
          onSkip={() => {
            shownBatch.skip()
            goOn()
          }}
        />
        {batch.state.at === 'done' && undo.state.at === 'ready' && (
          <p>
            {label?.name} put on {cardCount(batch.state.changed.length)}
            {afterwards(batch.state, cards.length)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {batch.state.at === 'ready' && obstacle && (
            <span id="label-many-obstacle" className="mr-auto text-ink-soft">
              {obstacle}
            </span>
          )}
          {undo.state.at === 'ready' && changedBy(batch.state).length > 0 && (
            <Button onClick={() => void takeBack(changedBy(batch.state))}>Undo</Button>
          )}
          <Button disabledBy={busy} onClick={onClose}>
            Close
          </Button>
          {/* It stays where it is, so that the focus on it has a place to be. */}
          <Button
            kind="primary"
            disabledBy={batch.state.at !== 'ready' || (obstacle ? 'label-many-obstacle' : undefined)}
            onClick={() => void apply()}
          >
            Put on {cardCount(cards.length)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** What became of the cards that were not changed. */
function afterwards({ changed, skipped }: { changed: readonly Card[]; skipped: number }, total: number): string {
  const had = total - changed.length - skipped
  return `${skipped > 0 ? `; ${skipped} left out` : ''}${had > 0 ? '; the others had it already' : ''}.`
}

function changedBy(state: ReturnType<typeof useLabelBatch>['state']): readonly Card[] {
  return state.at === 'done' || state.at === 'stopped' ? state.changed : []
}
