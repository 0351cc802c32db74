import { useEffect, useMemo, useState } from 'react'
import type { Label } from '#contract/label.ts'
import { indexLabels } from '#model/card-labels.ts'
import { cardsWithLabel } from '#model/label-list.ts'
import { ROLE_FOR, verdict } from '#model/permissions.ts'
import { useRefreshBoard } from '#queries/board.ts'
import { useBoardView } from '#queries/board-view.ts'
import { useLabelBatch } from '#queries/label-batch.ts'
import { useDeleteLabel } from '#queries/label-writes.ts'
import { useLabels } from '#queries/labels.ts'
import type { BoardSession } from '#queries/session.ts'
import { announce } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { cardCount } from './card-count.ts'
import { LabelSelect } from './LabelSelect.tsx'

interface MergeLabelProps {
  session: BoardSession
  role: string
  label: Label
  labels: readonly Label[]
  onDone: () => void
}

/**
 * Puts another label on every card of this one and takes this one off, then deletes it. Only when every card can be
 * seen: a label that is deleted while cards out of sight carry it would be lost on them.
 */
export function MergeLabel({ session, role, label, labels, onDone }: MergeLabelProps) {
  const [targetId, setTargetId] = useState('')
  const [problem, setProblem] = useState('')
  const read = useLabels(session)
  const view = useBoardView(session)
  const batch = useLabelBatch(session)
  const remove = useDeleteLabel(session)
  const index = useMemo(() => indexLabels(read.data?.labels ?? []), [read.data])
  const cards = view ? cardsWithLabel(view.board, label.id, index) : []
  const count = (read.data?.labels ?? labels).find((one) => one.id === label.id)?.taskCount
  const refresh = useRefreshBoard(session)
  // Cards and counts must be of one moment, as near as two reads can be.
  useEffect(refresh, [refresh])
  const target = labels.find((one) => one.id === targetId)
  const mayDelete = verdict(role, ROLE_FOR.deleteLabel)
  const busy = batch.state.at === 'running' || remove.isPending
  const obstacle = batch.state.at === 'ready' ? whyNot(count, cards.length) : undefined

  const merge = async () => {
    setProblem('')
    const fresh = await read.refetch()
    const now = fresh.data?.labels.find((one) => one.id === label.id)
    if (fresh.data && !fresh.data.labels.some((one) => one.id === targetId)) {
      return setProblem('The other label is gone. Choose another one.')
    }
    if (!now) return setProblem(fresh.error ? fresh.error.message : 'The label is already gone.')
    // The count of this moment: it may have grown since the dialog was opened.
    const why = batch.state.at === 'ready' ? whyNot(now.taskCount, cards.length) : undefined
    if (why) return setProblem(why)
    const changed = await batch.run(cards, { add: [targetId], remove: [label.id] })
    if (!changed) return
    const after = await read.refetch()
    const left = after.data?.labels.find((one) => one.id === label.id)?.taskCount
    if (left !== 0) return setProblem(`${cardCount(left)} still carry ${label.name}, so it was not deleted.`)
    if (mayDelete.answer === 'no') {
      return setProblem(`No card carries ${label.name} any more. It was not deleted: ${mayDelete.reason}`)
    }
    try {
      await remove.mutateAsync(label.id)
      announce(`Label ${label.name} merged into ${target?.name}: ${cardCount(changed.length)}.`)
      onDone()
    } catch (error) {
      setProblem(
        `No card carries ${label.name} any more. It was not deleted: ${error instanceof Error ? error.message : ''}`,
      )
    }
  }
  return (
    <Dialog title={`Merge label ${label.name}`} onClose={onDone} guarded={busy}>
      <div className="flex flex-col gap-3">
        <p>
          Every card that carries <LabelChip name={label.name} color={label.color} /> gets the other label instead.{' '}
          {mayDelete.answer === 'no'
            ? `The label itself stays, on no card: ${mayDelete.reason}`
            : 'Then the label itself is deleted.'}
        </p>
        <LabelSelect
          name="Merge into"
          labels={labels.filter((one) => one.id !== label.id)}
          value={targetId}
          isFixed={batch.state.at !== 'ready'}
          onChange={setTargetId}
        />
        <p id="merge-state" className={batch.state.at === 'ready' ? '' : 'sr-only'}>
          {obstacle ?? `${cardCount(cards.length)} to change, all of them here.`}
        </p>
        <BatchProgress state={batch.state} onStop={batch.stop} onGoOn={() => void merge()} />
        {problem && <p role="alert">{problem}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabledBy={busy} onClick={onDone}>
            Close
          </Button>
          {/* It stays where it is, so that the focus on it has a place to be. */}
          <Button
            kind="primary"
            disabledBy={obstacle || !target || batch.state.at !== 'ready' ? 'merge-state' : undefined}
            onClick={() => void merge()}
          >
            Merge
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Why a label cannot be merged from here; undefined when all its cards are in sight. */
function whyNot(count: number | undefined, here: number): string | undefined {
  if (count === undefined) {
    return 'The service did not say how many cards carry this label, so nobody can tell whether all of them are here.'
  }
  if (count === here) return undefined
  const away = Math.abs(count - here)
  return `${cardCount(count)} carry this label, and ${here} of them can be seen here. ${cardCount(away)} cannot be reached from this board, perhaps because of another project, so nothing can be merged.`
}
