import type { ReactNode } from 'react'
import { showCardLabel } from '#messages/activity-messages.ts'
import { SHOW } from '#messages/common-messages.ts'
import { momentText } from '#model/age.ts'
import type { ActivityKind } from '#state/activity-store.ts'
import { Button } from '#ui/Button.tsx'

/** Which activities a list shows, and what it does with their cards. */
export interface ActivityListProps {
  kind: ActivityKind
  /** Of the cards that are on the board. */
  cardIds: ReadonlySet<string>
  onShow: (cardId: string) => void
}

interface ActivityRowProps {
  /** In milliseconds since the epoch. */
  at: number
  text: string
  /** Shows the card; undefined for what is about none that is on the board. */
  onShow: (() => void) | undefined
  children?: ReactNode
}

export function ActivityRow({ at, text, onShow, children }: ActivityRowProps) {
  return (
    <li className="flex items-baseline gap-2">
      <time dateTime={new Date(at).toISOString()} className="shrink-0 text-ink-soft text-xs digits">
        {momentText(at, Date.now())}
      </time>
      <div className="min-w-0 flex-1">{children ?? <bdi>{text}</bdi>}</div>
      {onShow && (
        <Button kind="quiet" aria-label={showCardLabel(text)} onClick={onShow}>
          {SHOW}
        </Button>
      )}
    </li>
  )
}
