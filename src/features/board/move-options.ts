import type { Column } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import { type Verdict, verdictForMove } from '#model/permissions.ts'

type FlowColumn = Pick<Column, 'key' | 'statusId' | 'name' | 'minRole'>

/** A column that a card may or may not be moved into. */
export interface MoveOption {
  column: FlowColumn
  verdict: Verdict
}

/** Every other column with its verdict: the one list that pointer, touch, keyboard and menu all move by. */
export function moveOptions(card: Card, flow: readonly FlowColumn[], role: string): MoveOption[] {
  return flow
    .filter((column) => column.key !== card.statusId)
    .map((column) => ({ column, verdict: verdictForMove(role, column) }))
}

/** Why a card cannot be picked up; undefined when it can. */
export function immovableReason(card: Card, flow: readonly FlowColumn[], role: string): string | undefined {
  if (card.locked) return card.locked
  const options = moveOptions(card, flow, role)
  if (options.some((option) => option.verdict.answer !== 'no')) return undefined
  const [first] = options
  if (first?.verdict.answer !== 'no') return 'There is no other column to move it to.'
  const needed = [...new Set(options.map(({ verdict }) => (verdict.answer === 'no' && verdict.needed) || ''))]
  return needed.length === 1 ? first.verdict.reason : `No column is open to your key, which is ${role} on this board.`
}

/** The move of a card into a column, in terms that outlive this board; undefined when it cannot be asked for. */
export function moveIntent(card: Card, from: FlowColumn, to: FlowColumn): MoveIntent | undefined {
  if (card.number === undefined || from.statusId === undefined || to.statusId === undefined) return undefined
  if (from.statusId === to.statusId) return undefined
  return {
    cardId: card.id,
    cardNumber: card.number,
    cardTitle: card.title,
    fromStatusId: from.statusId,
    fromName: from.name,
    toStatusId: to.statusId,
    toName: to.name,
  }
}
