import type { ReactNode } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import * as messages from '#messages/card-messages.ts'
import { BLOCKED } from '#messages/common-messages.ts'
import {
  ATTENTION,
  inColumnForDays,
  partlyInColumn,
  withoutCommitForDays,
} from '#messages/evidence-messages.ts'
import { SERVICE_LANGUAGE } from '#messages/page-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import { attentionOf, idleDays, longStay, partlyColumn, pullOf } from '#model/card-evidence.ts'
import type { ColumnFacts } from '#model/column-access.ts'
import { displayedLabels, type LabelIndex } from '#model/label-lookup.ts'
import { avatars } from '#ui/Avatars.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { shorten } from '#ui/shorten.ts'
import { filterButton } from './filter-button.ts'

// The parts of a card in any layout. Functions and not components: each component would be there a
// hundred times.

const MAX_LABELS = 3

/** The pull request of the card's branch, on its forge. */
export function pullLink(card: Card, id: string | undefined): ReactNode {
  const pull = pullOf(card)
  if (!pull) return undefined
  const text = messages.pullNumber(pull.number)
  const style = 'shrink-0 whitespace-nowrap'
  if (pull.url === undefined) {
    return (
      <span id={id} className={style}>
        {text}
      </span>
    )
  }
  return (
    <a
      id={id}
      href={pull.url}
      target="_blank"
      rel="noreferrer"
      tabIndex={-1}
      draggable={false}
      aria-label={messages.pullRequest(pull.number)}
      className={`${style} hover:underline`}
    >
      {text}
    </a>
  )
}

/** Ends before the checkbox of the card, and before its actions while these are in sight. */
const SIGN = 'card-sign truncate in-[article:is(:hover,:focus-within)]:pe-7 in-data-selected:pe-7'

/** A priority up to this length fits on the line. Cutting it off would cost an element per card. */
const SHORT_PRIORITY = 12

/** Only what is out of the ordinary is written out. */
const QUIET_PRIORITIES = ['low', 'medium']
const LOUD_PRIORITIES = ['high', 'urgent']

/**
 * styles.css has an icon for each of the four common priorities; any other is only text. [gap G17]
 * The icon is enough where the line has a pull request, too: what needs attention must fit.
 */
export function prioritySign(priority: string, id: string | undefined, hasPull = false): ReactNode {
  const button = filterButton(id, { field: 'priorities', value: priority })
  const Sign = (button ? 'button' : 'span') as 'button'
  const isKnown = (names: readonly string[]) => names.includes(priority.toLowerCase())
  if (isKnown(QUIET_PRIORITIES) || (hasPull && isKnown(LOUD_PRIORITIES))) {
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
    <Sign
      {...button}
      data-priority={priority}
      className={`flex items-center gap-1 ${isShort ? 'shrink-0' : 'min-w-0'}`}
    >
      {isShort ? priority : <span className="truncate">{shorten(priority)}</span>}
    </Sign>
  )
}

/**
 * A further column that has a part of the card, or what the next move would run into, and how long
 * the card has been where it is.
 */
export function attentionSign(
  card: Card,
  columns: readonly ColumnFacts[],
  id: string | undefined,
): ReactNode {
  const attention = attentionOf(card)
  const column = partlyColumn(card, columns)
  const text = column ? partlyInColumn(column) : attention && ATTENTION[attention]
  const stay = stayText(card, columns)
  const isPassing = !text || PASSING.has(attention)
  return (
    (text || stay) && (
      <span id={id} className={isPassing ? SIGN : `${SIGN} text-warning`}>
        {[text, stay].filter(Boolean).join(' · ')}
      </span>
    )
  )
}

/** Nobody has to do anything about these. */
const PASSING: ReadonlySet<unknown> = new Set(['running', 'unchecked', 'looking'])

/** How long the card has been in its column, or else without a commit. */
function stayText(card: Card, columns: readonly ColumnFacts[]): string | undefined {
  const now = Date.now()
  const days = longStay(card, columns, now)
  if (days !== undefined) return inColumnForDays(days)
  const idle = idleDays(card, columns, now)
  return idle === undefined ? undefined : withoutCommitForDays(idle)
}

/** The first labels, and how many more there are. */
export function labelChips(card: Card, labels: LabelIndex, id: string | undefined): ReactNode {
  const all = displayedLabels(card.labels ?? [], labels)
  const hidden = all.slice(MAX_LABELS)
  return (
    <>
      {all.slice(0, MAX_LABELS).map(({ id: value, name, color, isKnown }, index) => (
        <LabelChip
          key={value}
          name={name}
          color={color}
          isKnown={isKnown}
          button={filterButton(id && `${id}l${index}`, { field: 'labelIds', value })}
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
    </>
  )
}

export function people(card: Card, id: string | undefined): ReactNode {
  return avatars(assigneesOf(card), messages.assignedTo, (value, index) =>
    filterButton(id && `${id}a${index}`, { field: 'assignees', value }),
  )
}

/** A line that begins below the icon would look like another sentence. */
const REASON_LINE = 'line-clamp-3 ps-4.5 -indent-4.5 text-xs blocked-reason'

/** Why the last promotion was refused. */
export function blockedSentence({ blocked }: Card, id: string | undefined): ReactNode {
  return (
    blocked && (
      <p id={id} className={REASON_LINE}>
        <strong>{BLOCKED}</strong>
        <bdi lang={blocked.reason ? SERVICE_LANGUAGE : undefined}>
          {shorten(messages.blockedReasonText(blocked.reason))}
        </bdi>
      </p>
    )
  )
}

/** The title of a card, which is its link. */
export function titleLink({ number, title }: Card, linkPrefix: string): ReactNode {
  return (
    <a
      href={number === undefined ? undefined : `${linkPrefix}${number}`}
      data-card-link
      tabIndex={-1}
      draggable={false}
      className="cursor-[inherit]"
    >
      {title.trim() ? shorten(title) : messages.NO_TITLE}
    </a>
  )
}
