import { listOf } from '#model/list-of.ts'
import { countedCards } from './filter-messages.ts'

/** The names of the labels that a change adds and removes. */
export interface LabelNames {
  added: readonly string[]
  removed: readonly string[]
}

export const NO_NUMBER =
  'Die Karte hat keine Nummer, daher kann keine Anfrage für sie gesendet werden.'
export const UNREADABLE_LABELS = 'Die Labels der Karte sind nicht lesbar.'
export const NO_CARD_CHANGES = 'Keine dieser Karten kann geändert werden.'
export const CHOOSE_LABELS = 'Wähle Labels, die du hinzufügen oder entfernen willst.'

/** Why a card is left out: the labels are already as they should be. */
export function alreadySo({ added, removed }: LabelNames): string {
  const has = added.length > 0 ? [`hat bereits ${listOf(added)}`] : []
  const lacks = removed.length > 0 ? [`hat ${listOf(removed)} nicht`] : []
  return `Sie ${[...has, ...lacks].join(' und ')}.`
}

export function labelsChanged(card: string, { added, removed }: LabelNames): string {
  const adds = added.length > 0 ? [`${listOf(added)} hinzugefügt`] : []
  const removes = removed.length > 0 ? [`${listOf(removed)} entfernt`] : []
  return `${card}: ${[...adds, ...removes].join(', ')}.`
}

/** "bug zu 12 Karten hinzufügen". A merge puts one label in place of the other one. */
export function labelTitle(
  { added, removed }: LabelNames,
  count: number,
  isMerge: boolean | undefined,
): string {
  const cards = countedCards(count)
  if (isMerge) return `${listOf(removed)} auf ${cards} durch ${listOf(added)} ersetzen`
  if (added.length === 0) return `${listOf(removed)} von ${cards} entfernen`
  if (removed.length === 0) return `${listOf(added)} zu ${cards} hinzufügen`
  return `Auf ${cards} ${listOf(added)} hinzufügen, ${listOf(removed)} entfernen`
}

/** "Hinzufügen von bug zu 12 Karten" */
export function labelingCards(
  { added, removed }: LabelNames,
  count: number,
  isMerge: boolean | undefined,
): string {
  const cards = countedCards(count)
  if (isMerge) return `Ersetzen von ${listOf(removed)} durch ${listOf(added)} bei ${cards}`
  if (added.length === 0) return `Entfernen von ${listOf(removed)} bei ${cards}`
  if (removed.length === 0) return `Hinzufügen von ${listOf(added)} zu ${cards}`
  return `Hinzufügen von ${listOf(added)}, Entfernen von ${listOf(removed)} bei ${cards}`
}

export function unchangedCards(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'bleibt, wie sie ist' : 'bleiben, wie sie sind'}`
}

export function labelTheRest(count: number): string {
  return count === 1 ? 'Übrige Karte ändern' : `Übrige ${countedCards(count)} ändern`
}

/** Beside a label that only some of the cards have. */
export function onSomeCards(count: number, total: number): string {
  return `${count} von ${total}`
}

export function createAndChoose(name: string): string {
  return `„${name}“ erstellen und auswählen`
}

/** What pressing Apply does; it isn't done yet. */
export function chosenChanges({ added, removed }: LabelNames): string {
  const adds = added.length > 0 ? [`Hinzufügen: ${listOf(added)}.`] : []
  const removes = removed.length > 0 ? [`Entfernen: ${listOf(removed)}.`] : []
  return [...adds, ...removes].join(' ')
}
