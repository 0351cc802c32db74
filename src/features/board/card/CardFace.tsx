import type { ReactNode } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from '#model/assignees.ts'
import { attentionOf } from '#model/card-evidence.ts'
import { displayedLabels, type LabelIndex } from '#model/label-lookup.ts'
import * as messages from '#model/messages/card-messages.ts'
import { ATTENTION } from '#model/messages/evidence-messages.ts'
import { avatars } from '#ui/Avatars.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { shorten } from '#ui/shorten.ts'
import { useBoardContext } from '../board-context.ts'
import { filterButton } from './filter-button.ts'

interface CardFaceProps {
  card: Card
  /** What happens to the card at the moment. */
  progress: string | undefined
  /** What other people changed; empty when there is nothing new. */
  mark: string
  /** The outcome of the last move, if it needs to be said. */
  status: string | undefined
  /** Begins the ids of the parts, for `faceParts`. */
  id?: string
  /** At the end of the first line. */
  actions?: ReactNode
}

const MAX_LABELS = 3

const SIGN = 'whitespace-nowrap'

const TITLE = 'font-medium leading-[1.35]'

/** A title up to this length has two lines at most. Cutting it off would cost a layer per card. */
const SHORT_TITLE = 48

/** A line that begins below the icon would look like another sentence. */
const BLOCKED = 'line-clamp-3 pl-4.5 -indent-4.5 text-xs blocked-reason'

/**
 * The content of a card, on the board and under the pointer. Its parts are functions and not
 * components: each component would be there a hundred times.
 */
export function CardFace({ card, progress, mark, status, id, actions }: CardFaceProps) {
  const { labels, linkPrefix } = useBoardContext()
  return (
    <>
      <div
        className="flex min-h-5 items-center gap-1.5 text-ink-soft text-xs pointer-coarse:min-h-6"
        hidden={card.isUnreadable}
      >
        {card.number !== undefined && <span className="whitespace-nowrap">#{card.number}</span>}
        {card.priority && prioritySign(card.priority, partId(id, 'priority'))}
        {progress && (
          <em id={partId(id, 'progress')} className="whitespace-nowrap">
            {progress}
          </em>
        )}
        {!progress && attentionSign(card, partId(id, 'attention'))}
        {actions}
      </div>
      {mark && (
        <em id={partId(id, 'mark')} className="text-accent text-xs">
          {mark}
        </em>
      )}
      <h3 className={card.title.length > SHORT_TITLE ? `${TITLE} line-clamp-2` : TITLE} dir="auto">
        <a
          href={card.number === undefined ? undefined : `${linkPrefix}${card.number}`}
          data-card-link
          tabIndex={-1}
          draggable={false}
          className="cursor-[inherit]"
        >
          {card.title.trim() ? shorten(card.title) : messages.NO_TITLE}
        </a>
      </h3>
      {card.blocked && (
        <p id={partId(id, 'blocked')} className={BLOCKED}>
          <strong>Blocked</strong>
          <bdi>{shorten(messages.blockedReasonText(card.blocked.reason))}</bdi>
        </p>
      )}
      {status && (
        <p id={partId(id, 'status')} className="text-warning text-xs" dir="auto">
          {status}
        </p>
      )}
      {foot(card, labels, partId(id, 'labels'))}
    </>
  )
}

type FacePart = 'progress' | 'blocked' | 'attention' | 'status' | 'mark' | 'priority' | 'labels'

function partId(id: string | undefined, part: FacePart): string | undefined {
  return id === undefined ? undefined : `${id}${part}`
}

/** The ids of the parts that a face has besides the title, the most important first. */
export function faceParts(
  id: string,
  { card, progress, mark, status }: Pick<CardFaceProps, 'card' | 'progress' | 'mark' | 'status'>,
): string[] {
  const parts: Readonly<Record<FacePart, unknown>> = {
    progress,
    blocked: card.blocked,
    attention: !progress && attentionOf(card),
    status,
    mark,
    priority: card.priority,
    labels: card.labels?.length || card.assignee,
  }
  return Object.entries(parts).flatMap(([part, isThere]) => (isThere ? `${id}${part}` : []))
}

/** A priority up to this length fits on the line. Cutting it off would cost an element per card. */
const SHORT_PRIORITY = 12

/** Only what is out of the ordinary is written out. */
const QUIET_PRIORITIES = ['low', 'medium']

/**
 * styles.css has an icon for each of the four common priorities; any other is only text. [gap G17]
 */
function prioritySign(priority: string, id: string | undefined): ReactNode {
  const button = filterButton(id, { field: 'priorities', value: priority })
  const Sign = (button ? 'button' : 'span') as 'button'
  if (QUIET_PRIORITIES.includes(priority.toLowerCase())) {
    return (
      <Sign
        role={button ? undefined : 'img'}
        aria-label={messages.priority(priority)}
        {...button}
        data-priority={priority}
        className="flex text-[0rem]"
      >
        {priority}
      </Sign>
    )
  }
  const isShort = priority.length <= SHORT_PRIORITY
  return (
    <Sign {...button} data-priority={priority} className="flex min-w-0 items-center gap-1">
      {isShort ? priority : <span className="truncate">{shorten(priority)}</span>}
    </Sign>
  )
}

/** What the next move would run into. */
function attentionSign(card: Card, id: string | undefined): ReactNode {
  const attention = attentionOf(card)
  return (
    attention && (
      <span id={id} className={attention === 'running' ? SIGN : `${SIGN} text-warning`}>
        {ATTENTION[attention]}
      </span>
    )
  )
}

function foot(card: Card, labels: LabelIndex, id: string | undefined): ReactNode {
  const all = displayedLabels(card.labels ?? [], labels)
  const visible = all.slice(0, MAX_LABELS)
  const hidden = all.slice(MAX_LABELS)
  if (visible.length === 0 && !card.assignee) return null
  const idOf = (part: string, index: number) => id && `${id}${part}${index}`
  return (
    <div id={id} className={card.assignee ? `${FOOT} *:last:ml-auto` : FOOT}>
      {visible.map(({ id: value, name, color, isKnown }, index) => (
        <LabelChip
          key={value}
          name={name}
          color={color}
          isKnown={isKnown}
          button={filterButton(idOf('l', index), { field: 'labelIds', value })}
        />
      ))}
      {hidden.length > 0 && (
        <span
          role="img"
          aria-label={hidden.map((label) => label.name).join(', ')}
          className="self-center text-ink-soft text-xs"
        >
          +{hidden.length}
        </span>
      )}
      {avatars(assigneesOf(card), messages.assignedTo, (value, index) =>
        filterButton(idOf('a', index), { field: 'assignees', value }),
      )}
    </div>
  )
}

const FOOT = 'mt-0.5 flex flex-wrap items-end gap-1'
