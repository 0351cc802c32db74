import type { ReactNode } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from '#model/assignees.ts'
import { attentionOf, idleDays, longStay, partlyIn, pullOf } from '#model/card-evidence.ts'
import type { ColumnFacts } from '#model/column-access.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { useBoardContext } from '../board-context.ts'
import {
  attentionSign,
  blockedSentence,
  labelChips,
  people,
  prioritySign,
  pullLink,
  titleLink,
} from './card-parts.tsx'
import type { FacePart } from './face.ts'

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

const TITLE = 'font-medium leading-[1.35]'

/** A title up to this length has two lines at most. Cutting it off would cost a layer per card. */
const SHORT_TITLE = 48

/**
 * The content of a card, on the board and under the pointer. Its parts are functions and not
 * components: each component would be there a hundred times.
 */
export function CardFace({ card, progress, mark, status, id, actions }: CardFaceProps) {
  const { labels, linkPrefix, columns } = useBoardContext()
  return (
    <>
      <div
        className="flex min-h-5 items-center gap-1.5 text-ink-soft text-xs pointer-coarse:min-h-6"
        hidden={card.isUnreadable}
      >
        {card.number !== undefined && <span className="whitespace-nowrap">#{card.number}</span>}
        {pullLink(card, partId(id, 'pull'))}
        {card.priority &&
          prioritySign(card.priority, partId(id, 'priority'), pullOf(card) !== undefined)}
        {progress && (
          <em id={partId(id, 'progress')} className="whitespace-nowrap">
            {progress}
          </em>
        )}
        {!progress && attentionSign(card, columns, partId(id, 'attention'))}
        {actions}
      </div>
      {mark && (
        <em id={partId(id, 'mark')} className="text-accent text-xs">
          {mark}
        </em>
      )}
      <h3 className={card.title.length > SHORT_TITLE ? `${TITLE} line-clamp-2` : TITLE} dir="auto">
        {titleLink(card, linkPrefix)}
      </h3>
      {blockedSentence(card, partId(id, 'blocked'))}
      {status && (
        <p id={partId(id, 'status')} className="text-warning text-xs" dir="auto">
          {status}
        </p>
      )}
      {foot(card, labels, partId(id, 'labels'))}
    </>
  )
}

function partId(id: string | undefined, part: FacePart): string | undefined {
  return id === undefined ? undefined : `${id}${part}`
}

/** The ids of the parts that a face has besides the title, the most important first. */
export function faceParts(
  id: string,
  { card, progress, mark, status }: Pick<CardFaceProps, 'card' | 'progress' | 'mark' | 'status'>,
  columns: readonly ColumnFacts[],
): string[] {
  const parts: Readonly<Record<FacePart, unknown>> = {
    progress,
    blocked: card.blocked,
    attention: !progress && hasSign(card, columns),
    pull: pullOf(card),
    status,
    mark,
    priority: card.priority,
    labels: card.labels?.length || card.assignee,
  }
  return Object.entries(parts).flatMap(([part, isThere]) => (isThere ? `${id}${part}` : []))
}

function hasSign(card: Card, columns: readonly ColumnFacts[]): boolean {
  if (attentionOf(card) !== undefined || partlyIn(card).length > 0) return true
  const now = Date.now()
  return longStay(card, columns, now) !== undefined || idleDays(card, columns, now) !== undefined
}

function foot(card: Card, labels: LabelIndex, id: string | undefined): ReactNode {
  if (!card.labels?.length && !card.assignee) return null
  return (
    <div id={id} className={footStyle(card)}>
      {labelChips(card, labels, id)}
      {people(card, id)}
    </div>
  )
}

function footStyle(card: Card): string {
  const count = assigneesOf(card).length
  if (count === 0) return FOOT
  return `${FOOT} ${WITH_PEOPLE} ${count === 1 ? 'pe-6' : 'pe-10'}`
}

const FOOT = 'mt-0.5 flex flex-wrap items-end gap-1'
/** In the corner, beside the last line of the labels and never alone on a line. */
const WITH_PEOPLE = 'relative min-h-5 *:last:absolute *:last:end-0 *:last:bottom-0'
