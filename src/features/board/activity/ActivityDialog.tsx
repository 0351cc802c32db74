import { useMemo, useRef, useState } from 'react'
import * as messages from '#messages/activity-messages.ts'
import { SHOW } from '#messages/common-messages.ts'
import { clockTime } from '#model/clock-time.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import {
  ACTIVITY_KINDS,
  type ActivityEntry,
  type ActivityKind,
  activitiesOf,
  useActivityStore,
} from '#state/activity-store.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { showCard } from '../focus/show-card.ts'
import { FollowList } from './FollowList.tsx'

const PAGE_SIZE = 50

/** What has changed on the board since the page was loaded, and what the person follows. */
export function ActivityDialog() {
  const session = useSession()
  const [kind, setKind] = useState<ActivityKind>('all')
  const [limit, setLimit] = useState(PAGE_SIZE)
  const all = useActivityStore((state) => state.entries)
  const entries = activitiesOf(all, session, kind)
  const board = useBoardView()?.board
  const onBoard = useMemo(
    () => new Set(board?.columns.flatMap(({ cards }) => cards.map(({ id }) => id))),
    [board],
  )
  const emptyMessage = kind === 'all' ? messages.NO_ACTIVITY : messages.NO_SUCH_ACTIVITY
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
  return (
    <Dialog title={messages.ACTIVITY} onClose={closeDialog} isFocusTaken={showNow}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">{messages.ACTIVITY_HINT}</p>
        <KindSelect value={kind} onChange={setKind} />
        {entries.length === 0 ? (
          <p>{emptyMessage}</p>
        ) : (
          <ol className="flex flex-col gap-2" aria-label={messages.ACTIVITY}>
            {entries.slice(0, limit).map((entry) => (
              <ActivityRow
                key={entry.id}
                entry={entry}
                isOnBoard={onBoard.has(entry.cardId)}
                onShow={show}
              />
            ))}
          </ol>
        )}
        {entries.length > limit && (
          <Button className="self-start" onClick={() => setLimit(limit + PAGE_SIZE)}>
            {messages.SHOW_OLDER}
          </Button>
        )}
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

interface ActivityRowProps {
  entry: ActivityEntry
  isOnBoard: boolean
  onShow: (cardId: string) => void
}

function ActivityRow({ entry, isOnBoard, onShow }: ActivityRowProps) {
  const { cardId, at, message, isOwn } = entry
  return (
    <li className="flex items-center gap-2">
      <time dateTime={new Date(at).toISOString()} className="text-ink-soft text-xs digits">
        {clockTime(at)}
      </time>
      <span className="min-w-0 flex-1">
        {isOwn && <span className="text-ink-soft">{messages.BY_YOU} · </span>}
        <bdi>{message}</bdi>
      </span>
      {isOnBoard && (
        <Button
          kind="quiet"
          aria-label={messages.showCardLabel(message)}
          onClick={() => onShow(cardId)}
        >
          {SHOW}
        </Button>
      )}
    </li>
  )
}
