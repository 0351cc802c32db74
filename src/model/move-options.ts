import type { Column } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import type { MoveIntent } from './move-outcome.ts'
import { rank, type Verdict, verdictForMove } from './permissions.ts'

/** What a move needs to know of a column. */
export type FlowColumn = Pick<Column, 'key' | 'statusId' | 'name' | 'minRole'>

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
  return card.locked ?? closedFrom(card.statusId, flow, role)
}

/**
 * Why nothing can be moved out of a column; undefined when some other column is open. Among closed columns the one
 * that needs least speaks: its role is the one that would change something.
 */
export function closedFrom(columnKey: string, flow: readonly FlowColumn[], role: string): string | undefined {
  const refusals: { reason: string; needed: number }[] = []
  for (const column of flow) {
    if (column.key === columnKey) continue
    const verdict = verdictForMove(role, column)
    if (verdict.answer !== 'no') return undefined
    refusals.push({ reason: verdict.reason, needed: rank(verdict.needed) ?? Number.POSITIVE_INFINITY })
  }
  const [least] = refusals.sort((a, b) => a.needed - b.needed)
  return least?.reason ?? 'There is no other column to move it to.'
}

/** The move of a card into a column, in terms that outlive this board; undefined when it cannot be asked for. */
export function moveIntent(card: Card, from: FlowColumn, to: FlowColumn, undo = false): MoveIntent | undefined {
  if (card.number === undefined || from.statusId === undefined || to.statusId === undefined) return undefined
  if (from.statusId === to.statusId) return undefined
  return {
    cardId: card.id,
    cardNumber: card.number,
    cardTitle: card.title,
    blockedBefore: card.blocked?.reason ?? null,
    fromStatusId: from.statusId,
    fromName: from.name,
    toStatusId: to.statusId,
    toName: to.name,
    ...(undo ? { undo } : {}),
  }
}

/** Another held key that reaches this board. */
export interface OtherKey {
  keyId: string
  name: string
  role: string
}

/** Another held key whose role is enough for a column that is closed to this one; the weakest that is. */
export function keyThatCould(column: FlowColumn, others: readonly OtherKey[]): OtherKey | undefined {
  const able = others.filter((other) => verdictForMove(other.role, column).answer === 'yes')
  return able.sort((a, b) => (rank(a.role) ?? 0) - (rank(b.role) ?? 0))[0]
}

/** What to say of a closed column when another held key could: the reason, and whose way is open. */
export function closedWords(reason: string, able: OtherKey | undefined): string {
  return able ? `${reason} Your key ${able.name} could.` : reason
}

/** What to say before a move that this role could not take back; undefined when it could, or when nobody can tell. */
export function oneWayWords(from: FlowColumn, to: FlowColumn, role: string): string | undefined {
  if (verdictForMove(role, to).answer === 'no' || verdictForMove(role, from).answer !== 'no') return undefined
  return `${from.name} → ${to.name} is open to you, ${to.name} → ${from.name} is not.`
}
