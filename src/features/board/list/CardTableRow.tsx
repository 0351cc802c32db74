import { memo, useId } from 'react'
import { lockedMessage, pendingMessage } from '#messages/card-messages.ts'
import { forDays } from '#messages/list-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { daysInColumn } from '#model/card-evidence.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { GridCell, GridRow } from '#ui/Grid.tsx'
import { countRender } from '#ui/render-count.ts'
import { useBoardContext } from '../board-context.ts'
import { CardActionsButton } from '../card/CardActionsButton.tsx'
import { CardElement } from '../card/CardElement.tsx'
import {
  attentionSign,
  blockedSentence,
  labelChips,
  people,
  prioritySign,
  pullLink,
  titleLink,
} from '../card/card-parts.tsx'
import { ROW_PARTS } from '../card/face.ts'
import type { CardProps } from '../card/use-card-props.ts'

interface CardTableRowProps extends CardProps {
  columnName: string
  rowIndex: number
}

/** A card in a table. The board handles its events, as it does for a card in a column. */
export const CardTableRow = memo(function CardTableRow(props: CardTableRowProps) {
  const { card, columnName, rowIndex } = props
  countRender('row')
  const isSelecting = useSelectionStore(({ cardIds }) => cardIds.size > 0)
  const { labels, linkPrefix, noTargetReasons } = useBoardContext()
  const id = useId()
  const reasonId = noTargetReasons.get(card.statusId)?.id
  const isDisabled = card.lockedReason !== undefined || reasonId !== undefined
  const name = cardName(card)
  const days = daysInColumn(card, Date.now())
  return (
    <CardElement
      Element={GridRow}
      of={props}
      isSelecting={isSelecting}
      aria-rowindex={rowIndex}
      aria-label={name}
      aria-disabled={isDisabled ? true : undefined}
      aria-describedby={describedBy(id, reasonId)}
    >
      <GridCell data-cell="number">{card.number !== undefined && `#${card.number}`}</GridCell>
      <GridCell data-cell="title">
        <span dir="auto">{titleLink(card, linkPrefix)}</span>
        <Facts {...props} id={`${id}facts`} />
      </GridCell>
      <GridCell data-cell="column" id={`${id}column`} dir="auto">
        {columnName}
      </GridCell>
      <GridCell data-cell="priority">
        {card.priority && prioritySign(card.priority, `${id}priority`)}
      </GridCell>
      <GridCell data-cell="assignee" id={`${id}assignee`}>
        {people(card, `${id}people`)}
      </GridCell>
      <GridCell data-cell="labels" id={`${id}labels`}>
        {labelChips(card, labels, `${id}chips`)}
      </GridCell>
      <GridCell data-cell="pull" id={`${id}pull`}>
        {pullLink(card, undefined)}
      </GridCell>
      <GridCell data-cell="entered">{days !== undefined && forDays(days)}</GridCell>
      <GridCell data-cell="actions">
        {!card.isUnreadable && <CardActionsButton cardName={name} />}
      </GridCell>
    </CardElement>
  )
})

/** What a screen reader says after the name of the card. */
function describedBy(id: string, reasonId: string | undefined): string {
  return [reasonId ?? [], ROW_PARTS.map((part) => `${id}${part}`)].flat().join(' ')
}

interface FactsProps extends CardProps {
  id: string
}

/** What is new about a card, or in its way. */
function Facts({ id, card, isMoving, isSaving, change, status }: FactsProps) {
  const { columns } = useBoardContext()
  const progress = pendingMessage(isMoving, isSaving)
  return (
    <span id={id} data-facts>
      {progress ? <em>{progress}</em> : attentionSign(card, columns, undefined)}
      {change?.mark && <em className="text-accent">{change.mark}</em>}
      {status && <span className="text-warning">{status}</span>}
      {lockedMessage(card)}
      {card.blocked && blockedSentence(card, undefined)}
    </span>
  )
}
