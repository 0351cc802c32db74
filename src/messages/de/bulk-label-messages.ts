import { countedCards } from './filter-messages.ts'

/** The names of the labels that a change adds and removes. */
interface LabelNames {
  added?: string | undefined
  removed?: string | undefined
}

export const NO_NUMBER =
  'Die Karte hat keine Nummer, daher kann keine Anfrage für sie gesendet werden.'
export const UNREADABLE_LABELS = 'Die Labels der Karte sind nicht lesbar.'
export const NO_CARD_CHANGES = 'Keine dieser Karten kann geändert werden.'

/** Why a card is left out: the labels are already as they should be. */
export function alreadySo({ added, removed }: LabelNames): string {
  if (added !== undefined) return `Hat bereits ${added}.`
  return `Hat ${removed} nicht.`
}

export function labelsChanged(card: string, { added, removed }: LabelNames): string {
  if (added === undefined) return `${card}: ${removed} wurde entfernt.`
  if (removed === undefined) return `${card}: ${added} wurde hinzugefügt.`
  return `${card}: ${removed} wurde durch ${added} ersetzt.`
}

/** "bug zu 12 Karten hinzufügen" */
export function labelTitle({ added, removed }: LabelNames, count: number): string {
  const cards = countedCards(count)
  if (added === undefined) return `${removed} von ${cards} entfernen`
  if (removed === undefined) return `${added} zu ${cards} hinzufügen`
  return `${removed} auf ${cards} durch ${added} ersetzen`
}

/** "Hinzufügen von bug zu 12 Karten" */
export function labelingCards({ added, removed }: LabelNames, count: number): string {
  const cards = countedCards(count)
  if (added === undefined) return `Entfernen von ${removed} bei ${cards}`
  if (removed === undefined) return `Hinzufügen von ${added} zu ${cards}`
  return `Ersetzen von ${removed} durch ${added} bei ${cards}`
}

export function unchangedCards(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'bleibt, wie sie ist' : 'bleiben, wie sie sind'}:`
}

export function labelTheRest(count: number): string {
  return count === 1 ? 'Übrige Karte ändern' : `Übrige ${countedCards(count)} ändern`
}
