import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Activity, ActivityList } from '#contract/readers/read-activity.ts'
import * as messages from '#messages/activity-entry-messages.ts'
import { ACTIVITY, NO_SUCH_ACTIVITY, SHOW_OLDER } from '#messages/activity-messages.ts'
import { RETRY } from '#messages/common-messages.ts'
import { groupActivities } from '#model/activity-text.ts'
import { cardName } from '#model/board-lookup.ts'
import { errorMessage } from '#model/failure-message.ts'
import { itemsAfter } from '#model/visit.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useActivities, useActivityLog, useClientId } from '#queries/activity/use-activities.ts'
import { useBoardData } from '#queries/feed/use-board.ts'
import type { ActivityKind } from '#state/activity-store.ts'
import { markVisitRead, useVisit } from '#state/visits-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { type ActivityListProps, ActivityRow } from './ActivityRow.tsx'
import { useFollowedIds } from './use-activity.ts'

/** What the service tells, with a line where the last visit ended. [gap G30] */
export function BoardActivity({ kind, ...list }: ActivityListProps) {
  const session = useSession()
  const { data, error, isPending, refetch } = useActivities(session)
  const visit = useVisit(session)
  useNewestWhileOpen()
  useEffect(() => () => markVisitRead(session), [session])
  if (isPending) return <p role="status">{messages.LOADING_ACTIVITY}</p>
  if (!data) {
    const retry = <Button onClick={() => void refetch()}>{RETRY}</Button>
    return (
      <Banner tone="error" placement="inset" actions={retry}>
        {error && errorMessage(error)}
      </Banner>
    )
  }
  return <Told {...list} kind={kind} list={data} lastSeen={visit?.lastSeenBefore} />
}

interface ToldProps extends ActivityListProps {
  list: ActivityList
  /** The newest one when the last visit ended. */
  lastSeen: string | undefined
}

function Told({ kind, list, lastSeen, ...cards }: ToldProps) {
  const { activities, hasMore } = list
  const isOfKind = useIsOfKind(kind)
  const news = lastSeen === undefined ? [] : itemsAfter(activities, lastSeen)
  const recent = news.filter(isOfKind)
  const earlier = activities.slice(news.length).filter(isOfKind)
  if (recent.length + earlier.length === 0 && !hasMore) {
    return <p>{kind === 'all' ? messages.NO_ACTIVITY_ON_BOARD : NO_SUCH_ACTIVITY}</p>
  }
  return (
    <>
      {recent.length > 0 && (
        <Section heading={messages.SINCE_LAST_VISIT}>
          <Groups activities={recent} {...cards} label={messages.SINCE_LAST_VISIT} />
        </Section>
      )}
      {earlier.length > 0 && (
        <Section heading={recent.length > 0 ? messages.EARLIER : undefined}>
          <Groups
            activities={earlier}
            {...cards}
            label={recent.length > 0 ? messages.EARLIER : ACTIVITY}
          />
        </Section>
      )}
      {hasMore && <ShowOlder />}
    </>
  )
}

/** What happens while the list is open comes into it. */
function useNewestWhileOpen(): void {
  const session = useSession()
  const log = useActivityLog(session)
  const board = useBoardData(session)?.board
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the board
  useEffect(() => {
    // An error is said when a person asks for more.
    if (log?.loaded) void log.loadNewer().catch(() => undefined)
  }, [log, board])
}

function useIsOfKind(kind: ActivityKind): (activity: Activity) => boolean {
  const clientId = useClientId(useSession().keyId)
  const followed = useFollowedIds()
  const isOwn = ({ actor }: Activity) => actor !== null && actor.clientId === clientId
  if (kind === 'own') return isOwn
  if (kind === 'others') return (activity) => !isOwn(activity)
  return ({ card }) => kind === 'all' || followed.has(card?.id ?? '')
}

function Section({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      {heading && <h3 className="border-line border-b pb-1 font-semibold">{heading}</h3>}
      {children}
    </section>
  )
}

interface GroupsProps extends Omit<ActivityListProps, 'kind'> {
  activities: readonly Activity[]
  label: string
}

function Groups({ activities, label, cardIds, onShow }: GroupsProps) {
  const clientId = useClientId(useSession().keyId)
  const showOf = ({ card }: Activity) =>
    card && cardIds.has(card.id) ? () => onShow(card.id) : undefined
  return (
    <ol className="flex flex-col gap-2" aria-label={label}>
      {groupActivities(activities, clientId).map(({ activities: group, text }) => {
        const [first] = group
        const isOne = group.length === 1
        return (
          <ActivityRow
            key={group.at(-1)?.id}
            at={first.at}
            text={text}
            onShow={isOne ? showOf(first) : undefined}
          >
            {isOne ? undefined : <Cards group={group} text={text} showOf={showOf} />}
          </ActivityRow>
        )
      })}
    </ol>
  )
}

interface CardsProps {
  group: readonly Activity[]
  text: string
  showOf: (activity: Activity) => (() => void) | undefined
}

/** The cards of one sentence, to be opened. */
function Cards({ group, text, showOf }: CardsProps) {
  return (
    <details>
      <summary className="cursor-pointer pointer-coarse:py-3">
        <bdi>{text}</bdi>
      </summary>
      <ul className="flex flex-col items-start gap-1 py-1 ps-4">
        {group.map((activity) => {
          const name = activity.card ? cardName(activity.card) : ''
          const show = showOf(activity)
          return (
            <li key={activity.id} className="max-w-full" dir="auto">
              {show ? (
                <Button kind="quiet" className="max-w-full" onClick={show}>
                  <span className="truncate">{name}</span>
                </Button>
              ) : (
                <span className="block truncate">{name}</span>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function ShowOlder() {
  const log = useActivityLog(useSession())
  const [isLoading, setIsLoading] = useState(false)
  const [reason, setReason] = useState('')
  const reasonId = useId()
  const load = async () => {
    setIsLoading(true)
    setReason('')
    await log?.loadOlder().catch((error) => setReason(errorMessage(error)))
    setIsLoading(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-busy={isLoading} aria-describedby={reason && reasonId} onClick={load}>
        {SHOW_OLDER}
      </Button>
      {reason && (
        <p id={reasonId} role="alert">
          {reason}
        </p>
      )}
    </div>
  )
}
