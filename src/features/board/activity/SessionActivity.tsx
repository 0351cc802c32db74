import { useState } from 'react'
import * as messages from '#messages/activity-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { activitiesOf, useActivityStore } from '#state/activity-store.ts'
import { Button } from '#ui/Button.tsx'
import { type ActivityListProps, ActivityRow } from './ActivityRow.tsx'

const PAGE_SIZE = 50

/** What this page has seen, for a service that doesn't tell more. */
export function SessionActivity({ kind, cardIds, onShow }: ActivityListProps) {
  const session = useSession()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const all = useActivityStore((state) => state.entries)
  const entries = activitiesOf(all, session, kind)
  if (entries.length === 0) {
    return <p>{kind === 'all' ? messages.NO_ACTIVITY : messages.NO_SUCH_ACTIVITY}</p>
  }
  return (
    <>
      <ol className="flex flex-col gap-2" aria-label={messages.ACTIVITY}>
        {entries.slice(0, limit).map(({ id, at, message, cardId, isOwn }) => (
          <ActivityRow
            key={id}
            at={at}
            text={message}
            onShow={cardIds.has(cardId) ? () => onShow(cardId) : undefined}
          >
            {isOwn && <span className="text-ink-soft">{messages.BY_YOU} · </span>}
            <bdi>{message}</bdi>
          </ActivityRow>
        ))}
      </ol>
      {entries.length > limit && (
        <Button className="self-start" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {messages.SHOW_OLDER}
        </Button>
      )}
    </>
  )
}
