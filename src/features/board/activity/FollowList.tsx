import { useId, useMemo, useState } from 'react'
import * as messages from '#messages/activity-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { type Follows, peopleOf } from '#model/followed-cards.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { setNotifying, toggleFollow, useFollows, useFollowsStore } from '#state/follows-store.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { notificationPermission, requestNotifications } from '#ui/system-notification.ts'

/** The followed cards and people, and the way to follow another person. */
export function FollowList() {
  const { workspaceId } = useSession()
  const follows = useFollows(workspaceId)
  const board = useBoardView()?.board
  const nameOf = (cardId: string) => {
    const card = board && findCard(board, cardId)?.card
    if (card) return cardName(card)
    return board ? messages.MISSING_CARD : messages.FOLLOWED_CARD
  }
  const cards = follows.cards.map(
    (id) => ({ field: 'cards', value: id, name: nameOf(id) }) as const,
  )
  const people = follows.people.map(
    (name) => ({ field: 'people', value: name, name: messages.cardsOfPerson(name) }) as const,
  )
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.FOLLOWING}</h3>
      <p className="text-ink-soft">{messages.FOLLOWING_HINT}</p>
      <ul className="flex flex-col gap-1" aria-label={messages.FOLLOWING}>
        {[...people, ...cards].map(({ field, value, name }) => (
          <li key={`${field} ${value}`} className="flex items-center gap-2">
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            <Button
              kind="quiet"
              aria-label={messages.stopFollowing(name)}
              onClick={() => toggleFollow(workspaceId, field, value)}
            >
              {messages.STOP_FOLLOWING}
            </Button>
          </li>
        ))}
      </ul>
      <FollowPerson followed={follows.people} workspaceId={workspaceId} />
      <NotifyChoice />
    </section>
  )
}

interface FollowPersonProps {
  followed: Follows['people']
  workspaceId: string
}

function FollowPerson({ followed, workspaceId }: FollowPersonProps) {
  const board = useBoardView()?.board
  const people = useMemo(() => (board ? peopleOf(board) : []), [board])
  const others = people.filter((name) => !followed.includes(name))
  const [chosen, setChosen] = useState('')
  if (others.length === 0) return null
  const followChosen = () => {
    toggleFollow(workspaceId, 'people', chosen)
    setChosen('')
  }
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={messages.FOLLOW_A_PERSON}>
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{messages.CHOOSE_A_PERSON}</option>
            {others.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button disabledBy={chosen === ''} onClick={followChosen}>
        {messages.FOLLOW}
      </Button>
    </div>
  )
}

/** The browser asks for permission when a person wants them, and not before. */
function NotifyChoice() {
  const isNotifying = useFollowsStore((state) => state.isNotifying)
  const [permission, setPermission] = useState(notificationPermission)
  const reasonId = useId()
  const canShow = permission === 'allowed' || permission === 'ask'
  const reason = canShow ? undefined : messages.NO_NOTIFICATIONS[permission]
  const change = async (isWanted: boolean) => {
    if (!isWanted) return setNotifying(false)
    const answer = await requestNotifications()
    setPermission(answer)
    setNotifying(answer === 'allowed')
  }
  return (
    <>
      <label className="flex items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isNotifying && permission === 'allowed'}
          disabled={!canShow}
          aria-describedby={reason && reasonId}
          onChange={(event) => void change(event.target.checked)}
        />
        {messages.NOTIFY}
      </label>
      {reason && (
        <p id={reasonId} className="text-ink-soft text-xs">
          {reason}
        </p>
      )}
    </>
  )
}
