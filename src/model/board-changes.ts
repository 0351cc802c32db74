import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { cardName } from './board-view.ts'
import { blockedText } from './refusal.ts'

/** What happened to a card between two reads. */
export interface CardChange {
  cardId: string
  kind: 'moved' | 'blocked' | 'unblocked' | 'gone' | 'came'
  /** As it is announced: "#101 Rotate signing keys moved on from Queued to Building." */
  sentence: string
  /** As it stands on the card: "moved on from Queued". */
  mark: string
}

interface Place {
  card: Card
  key: string
  name: string
}

/**
 * What the repository, or somebody else, did to the cards between two reads of one board. Only columns whose object
 * changed are looked at, so a quiet poll costs nothing.
 */
export function boardChanges(before: Board, after: Board): CardChange[] {
  if (before === after) return []
  const was = placesIn(before, after)
  const is = placesIn(after, before)
  const changes: CardChange[] = []
  for (const [id, now] of is) {
    const then = was.get(id)
    const change = then ? changeOf(then, now) : cameTo(now)
    if (change) changes.push({ cardId: id, ...change })
  }
  for (const [id, then] of was) {
    if (is.has(id)) continue
    changes.push({
      cardId: id,
      kind: 'gone',
      sentence: `${cardName(then.card)} left the board; it stood in ${then.name}.`,
      mark: '',
    })
  }
  return changes
}

/** The announcement of several changes: each by its sentence while they are few, else in numbers. */
export function changesWords(changes: readonly CardChange[]): string {
  if (changes.length <= 2) return changes.map((change) => change.sentence).join(' ')
  const counts = new Map<string, number>()
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) => `${count} ${KIND_WORDS[kind as CardChange['kind']]}`)
  return `${changes.length} cards changed: ${parts.join(', ')}.`
}

const KIND_WORDS: Readonly<Record<CardChange['kind'], string>> = {
  moved: 'moved on',
  blocked: 'blocked',
  unblocked: 'no longer blocked',
  gone: 'left the board',
  came: 'new',
}

function changeOf(then: Place, now: Place): Omit<CardChange, 'cardId'> | undefined {
  if (then.card === now.card && then.key === now.key) return undefined
  const name = cardName(now.card)
  if (then.key !== now.key) {
    const mark = `moved on from ${then.name}`
    return { kind: 'moved', sentence: `${name} moved on from ${then.name} to ${now.name}.`, mark }
  }
  if (!then.card.blocked && now.card.blocked) {
    const reason = blockedText(now.card.blocked.reason).replace(/\.$/, '')
    return { kind: 'blocked', sentence: `${name} is blocked: ${reason}.`, mark: 'blocked since you looked' }
  }
  if (then.card.blocked && !now.card.blocked) {
    return { kind: 'unblocked', sentence: `${name} is no longer blocked.`, mark: 'no longer blocked' }
  }
  return undefined
}

function cameTo(now: Place): Omit<CardChange, 'cardId'> {
  return { kind: 'came', sentence: `${cardName(now.card)} is new in ${now.name}.`, mark: 'new' }
}

function placesIn(board: Board, other: Board): Map<string, Place> {
  const same = new Set(other.columns)
  const places = new Map<string, Place>()
  for (const column of board.columns) {
    if (same.has(column)) continue
    // What could not be read has no identity of its own: whether it came or went cannot be told.
    for (const card of column.cards)
      if (!card.unreadable) places.set(card.id, { card, key: column.key, name: column.name })
  }
  return places
}
