import type { BulkCounts, PauseReason } from '#model/bulk-card.ts'
import type { Attention } from '#model/card-evidence.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { ATTENTION } from './evidence-messages.ts'
import { countedCards } from './filter-messages.ts'

export const DETAILS = 'Details'
export const MOVE_CARDS = 'Karten verschieben'
export const NO_CARD_CAN_MOVE = 'Keine dieser Karten kann verschoben werden.'
export const BULK_ACTION_UNDER_WAY =
  'Andere Karten werden gerade geändert. Warte, bis das abgeschlossen ist.'

/** Why an action on many cards has paused by itself. */
export const PAUSED: Readonly<Record<Exclude<PauseReason, 'by-person'>, string>> = {
  connection: 'Pausiert: Antworten fehlen. Fortsetzen, wenn die Verbindung wieder besteht.',
  key: 'Pausiert: Der Dienst hat den Schlüssel nicht akzeptiert.',
}

export function notUndone(reason: string): string {
  return `Nichts rückgängig gemacht. ${reason}`.trim()
}

/** `toName` is undefined for an undo. */
export function bulkMoveTitle(count: number, toName: string | undefined): string {
  const cards = countedCards(count)
  return toName === undefined ? `${cards} zurückverschieben` : `${cards} nach ${toName} verschieben`
}

export function cardsToMove(count: number): string {
  const cards = count === 1 ? '1 Karte' : `${groupedDigits(count)} Karten`
  return `Zu verschieben: ${cards}`
}

export function cardToMove(name: string, attention: Attention | undefined): string {
  return attention ? `${name} (${ATTENTION[attention]})` : name
}

/** Known before they are tried. */
export function stoppedMoves(count: number): string {
  const cards = count === 1 ? '1 Karte würde' : `${groupedDigits(count)} Karten würden`
  return `${cards} abgelehnt:`
}

export const TRY_ANYWAY = 'Diese auch versuchen'

export function leftOutCards(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'bleibt, wo sie ist' : 'bleiben, wo sie sind'}:`
}

export function cardsThatCannotMove(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'kann' : 'können'} nicht hierher`
}

export function commitsOfBulkMove(stages: readonly string[]): string {
  const branches = stages.length === 1 ? 'Der Branch erhält' : 'Die Branches erhalten'
  return `Die Änderungen jeder Karte werden in ${stages.join(' und ')} zurückgenommen: ${branches} Commits.`
}

export function bulkProgress(done: number, total: number, waitSeconds: number | undefined): string {
  const text = `${done} von ${countedCards(total)} erledigt`
  return waitSeconds === undefined ? text : `${text}. Weiter in ${waitSeconds} s`
}

type Part = Exclude<keyof BulkCounts, 'total' | 'done'>

/** Each with its count, in this order. Nothing is said of those without cards. */
const PARTS: Readonly<Record<Part, string>> = {
  moved: 'verschoben',
  changed: 'geändert',
  refused: 'abgelehnt',
  denied: 'nicht erlaubt',
  unknown: 'nicht bestätigt',
  gone: 'nicht mehr auf dem Board',
  notSent: 'nicht gesendet',
  leftOut: 'ausgelassen',
}

/** What an undo does to a card. */
const UNDO_PARTS: Readonly<Partial<Record<keyof BulkCounts, string>>> = {
  moved: 'zurückverschoben',
  changed: 'zurückgesetzt',
}

/** "2 verschoben, 1 abgelehnt.", or "2 zurückverschoben." after an undo. */
export function bulkSummary(
  counts: BulkCounts,
  { isUndo = false, isRunning = false } = {},
): string {
  const textOf = (part: Part, text: string) => {
    if (part === 'notSent' && isRunning) return 'warten noch'
    return isUndo ? (UNDO_PARTS[part] ?? text) : text
  }
  const names = Object.keys(PARTS) as Part[]
  const parts = names.flatMap((part) =>
    counts[part] > 0 ? [`${groupedDigits(counts[part])} ${textOf(part, PARTS[part])}`] : [],
  )
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Keine Karte wurde geändert.'
}

/** "Verschieben von 2 Karten nach Review" */
export function movingCards(count: number, toName: string | undefined): string {
  const cards = countedCards(count)
  return toName === undefined
    ? `Zurückverschieben von ${cards}`
    : `Verschieben von ${cards} nach ${toName}`
}

/** `count` cards were not sent. */
export function moveTheRest(count: number): string {
  return count === 1 ? 'Übrige Karte verschieben' : `Übrige ${countedCards(count)} verschieben`
}

export function notSentCard(name: string): string {
  return `${name}: nicht gesendet.`
}

export function waitingCard(name: string): string {
  return `${name}: wartet.`
}

export function cardUnderWay(name: string): string {
  return `${name}: läuft noch.`
}

export function leftOutCard({ name, reason }: { name: string; reason: string }): string {
  return `${name}: ${reason}`
}

/** @param action what was under way: "Moving 2 cards to Review" in English. */
export function interrupted(action: string, summary: string): string {
  return `${action} wurde unterbrochen: ${summary}`
}
