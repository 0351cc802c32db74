import { useMemo, useRef, useState } from 'react'
import { ACTIVITY_OF_BOARD } from '#messages/activity-entry-messages.ts'
import * as messages from '#messages/activity-messages.ts'
import { SHOW } from '#messages/common-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useActivityLog } from '#queries/activity/use-activities.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { ACTIVITY_KINDS, type ActivityKind } from '#state/activity-store.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { showCard } from '../focus/show-card.ts'
import { BoardActivity } from './BoardActivity.tsx'
import { FollowList } from './FollowList.tsx'
import { SessionActivity } from './SessionActivity.tsx'

/** What has changed on the board, and what the person follows. */
export function ActivityDialog() {
  const session = useSession()
  const [kind, setKind] = useState<ActivityKind>('all')
  const isTold = useActivityLog(session) !== undefined
  const board = useBoardView()?.board
  const cardIds = useMemo(
    () => new Set(board?.columns.flatMap(({ cards }) => cards.map(({ id }) => id))),
    [board],
  )
  const shownCardId = useRef<string>(undefined)
  const show = (cardId: string) => {
    shownCardId.current = cardId
    closeDialog()
  }
  // Only once the dialog is closed: the browser gives the focus back first.
  const showNow = () => {
    const { current: cardId } = shownCardId
    if (cardId !== undefined) showCard(cardId)
    return cardId !== undefined
  }
  const List = isTold ? BoardActivity : SessionActivity
  return (
    <Dialog title={messages.ACTIVITY} onClose={closeDialog} isFocusTaken={showNow}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">{isTold ? ACTIVITY_OF_BOARD : messages.ACTIVITY_HINT}</p>
        <KindSelect value={kind} onChange={setKind} />
        <List kind={kind} cardIds={cardIds} onShow={show} />
        <FollowList />
      </div>
    </Dialog>
  )
}

interface KindSelectProps {
  value: ActivityKind
  onChange: (kind: ActivityKind) => void
}

function KindSelect({ value, onChange }: KindSelectProps) {
  return (
    <Field label={SHOW}>
      <Select
        value={value}
        onChange={(event) => {
          const kind = ACTIVITY_KINDS.find((choice) => choice === event.target.value)
          if (kind) onChange(kind)
        }}
      >
        {ACTIVITY_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {messages.KIND_NAMES[kind]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
