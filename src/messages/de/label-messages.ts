import { asClause } from '#model/sentences.ts'
import { countedCards } from './filter-messages.ts'

export const LOADING_LABELS = 'Labels werden geladen…'
export const NO_LABELS = 'Dieses Board hat noch keine Labels.'
export const NAME_REQUIRED = 'Gib einen Namen für das Label ein.'
export const NO_COLOR = 'Keine Farbe'
export const COLOR_NOT_SEEN =
  'Wird vielleicht abgelehnt: Bisher hatte kein Label auf diesem Board diese Farbe.'
export const LABEL_ALREADY_GONE = 'Das Label gibt es schon nicht mehr.'
export const CARD_LABELS_UNREADABLE =
  'Die Labels dieser Karte konnten nicht gelesen werden, daher lassen sie sich nicht sicher ändern.'
export const CHANGE_NOT_IN_LIST =
  'Noch nicht bestätigt: Der Dienst hat die Änderung angenommen, aber die Liste zeigt sie nicht.'
export const LIST_NOT_LOADED =
  'Noch nicht bestätigt: Die Liste der Labels kann gerade nicht geladen werden.'
export const REQUEST_FAILED = 'Die Anfrage ist fehlgeschlagen.'
export const LABELS_NOT_LOADED =
  'Die Labels konnten nicht geladen werden, daher wurde nichts geändert. Versuche es erneut.'
export const NO_VISIBLE_CARDS = 'Keine Karten sind sichtbar.'
export const TARGET_LABEL_GONE = 'Das andere Label gibt es nicht mehr. Wähle ein anderes aus.'
const THEN_LABEL_IS_DELETED = 'Danach wird das Label selbst gelöscht.'
export const BOARD_NOT_LOADED_YET = 'Das Board ist noch nicht geladen.'
export const COUNTING_CARDS = 'Die Karten mit diesem Label werden gezählt…'

export const CARDS_UNKNOWN_FOR_MERGE =
  'Das Board ist noch nicht geladen. Daher ist nicht bekannt, welche seiner Karten dieses Label haben.'

export const COUNT_UNKNOWN_FOR_MERGE =
  'Der Dienst hat nicht angegeben, wie viele Karten dieses Label haben. Daher ist nicht bekannt, ob alle davon auf diesem Board sind.'

export function cardCount(count: number | undefined): string {
  if (count === undefined) return 'Anzahl nicht angegeben'
  return countedCards(count)
}

export function noMatchingLabel(filter: string): string {
  return `Kein Label passt zu „${filter}“.`
}

export function labelsNotConfirmed(card: string): string {
  return `${card}: Änderung der Labels noch nicht bestätigt.`
}

export function labelAdded(card: string, label: string): string {
  return `„${label}“ zu ${card} hinzugefügt.`
}

export function labelRemoved(card: string, label: string): string {
  return `„${label}“ von ${card} entfernt.`
}

export function labelsRestored(card: string): string {
  return `${card} hat wieder die vorherigen Labels.`
}

export function labelsNotChanged(card: string, reason: string): string {
  return `${card}: Labels nicht geändert: ${asClause(reason)}`
}

export function createAndApply(name: string): string {
  return `„${name}“ erstellen und zuweisen`
}

export function created(name: string): string {
  return `Label ${name} erstellt.`
}

export function saved(name: string): string {
  return `Label ${name} gespeichert.`
}

export function deleted(name: string): string {
  return `Label ${name} gelöscht.`
}

export function merged(name: string, target: string, count: number): string {
  return `Label ${name} mit ${target} zusammengeführt: ${cardCount(count)}.`
}

export function mayNotEdit(reason: string): string {
  return `Labels erstellen und ändern: ${reason}`
}

export function mayNotDelete(reason: string): string {
  return `Labels löschen: ${reason}`
}

export function duplicateLabel(name: string): string {
  return `Ein Label namens ${name} gibt es bereits. Der Dienst lehnt doppelte Namen vielleicht ab.`
}

/**
 * What deleting a label does to the cards that have it; `here` of them are on this board, which may
 * not be loaded.
 */
export function deletionEffect(count: number | undefined, here: number | undefined): string {
  if (count === undefined) {
    return 'Der Dienst hat nicht angegeben, wie viele Karten dieses Label haben. Es wird von allen entfernt.'
  }
  if (count === 0) return 'Keine Karte hat dieses Label.'
  const places =
    here === undefined ? '' : `: ${here} auf diesem Board, ${Math.max(0, count - here)} außerhalb`
  const lose = count === 1 ? 'verliert' : 'verlieren'
  return `${cardCount(count)} ${lose} dieses Label${places}. Das kann nicht rückgängig gemacht werden.`
}

/** How long the changes of many cards take. */
export function bulkEditEstimate(changesPerMinute: number, minutes: number): string {
  return `Jede Karte ist eine Änderung. Wenn der Dienst ${changesPerMinute} pro Minute zulässt, dauert das etwa ${minutes} min. Es lässt sich anhalten und abbrechen.`
}

export function applyTo(count: number, isConfirmed: boolean): string {
  return `${isConfirmed ? 'Ja, auf' : 'Auf'} ${cardCount(count)} anwenden`
}

export function bulkLabelTitle(areSelected: boolean): string {
  return areSelected ? 'Labels ausgewählter Karten ändern' : 'Labels sichtbarer Karten ändern'
}

export function visibleCards(count: number, isFiltered: boolean): string {
  const visible = `${cardCount(count)} ${count === 1 ? 'ist' : 'sind'} sichtbar`
  if (isFiltered) return `${visible}.`
  const all =
    count === 1
      ? 'das ist also die einzige Karte des Boards'
      : 'das sind also alle Karten des Boards'
  return `${visible}: Es ist kein Filter gesetzt, ${all}.`
}

export function mergeEffect(disabledReason: string | undefined): string {
  if (disabledReason === undefined) return THEN_LABEL_IS_DELETED
  return `Das Label selbst bleibt bestehen, ohne Karten: ${disabledReason}`
}

export function mergeIncomplete(summary: string): string {
  return `Noch nicht alle Karten haben das andere Label, daher wurde nichts gelöscht. ${summary}`
}

export function cardsToMerge(count: number): string {
  return `${cardCount(count)} zu ändern, ${count === 1 ? '' : 'alle '}auf diesem Board.`
}

export function cardsOutsideBoard(count: number, here: number): string {
  const away = Math.abs(count - here)
  const have = count === 1 ? 'hat' : 'haben'
  const can = away === 1 ? 'kann' : 'können'
  return `${cardCount(count)} ${have} dieses Label, davon ${here} auf diesem Board. ${cardCount(away)} ${can} von hier aus nicht geändert werden, vielleicht wegen eines anderen Projekts. Daher kann das Label nicht zusammengeführt werden.`
}

export function stillOnCards(name: string, count: number | undefined): string {
  if (count === undefined) {
    return `Vielleicht haben einige Karten noch das Label ${name}, daher wurde es nicht gelöscht.`
  }
  const have = count === 1 ? 'hat' : 'haben'
  return `${cardCount(count)} ${have} noch das Label ${name}, daher wurde es nicht gelöscht.`
}

export function mergedButNotDeleted(name: string, reason: string): string {
  return `Keine Karte hat mehr das Label ${name}. Es wurde nicht gelöscht: ${reason}`
}

export function mergedWithUnconfirmedDeletion(name: string, reason: string): string {
  return `Keine Karte hat mehr das Label ${name}. ${reason}`
}

/** How many labels a search or another order leaves. */
export function labelsFound(filter: string, count: number): string {
  if (count === 0) return filter ? noMatchingLabel(filter) : NO_LABELS
  return `${count} ${count === 1 ? 'Label' : 'Labels'}`
}

export function removeLabel(name: string): string {
  return `Label ${name} entfernen`
}

export const COLOR = 'Farbe'
export const DELETING = 'Wird gelöscht…'
export const DELETE_LABEL = 'Label löschen'
export const PREVIEW = 'Vorschau'
export const MERGE_INTO = 'Zusammenführen mit…'

export function mergeIntoLabel(name: string): string {
  return `Mit ${name} zusammenführen`
}

export const SAVING_LABEL = 'Wird gespeichert…'
export const CREATE_LABEL = 'Label erstellen'
export const SAVE_LABEL = 'Label speichern'
export const CHOOSE_A_LABEL = 'Label auswählen'
export const NEW_LABEL = 'Neues Label'
export const MERGE_TARGET = 'Zusammenführen mit'
export const MERGE = 'Zusammenführen'

/** Orders of the list of labels. */
export const LABEL_ORDER_NAMES = {
  name: 'Nach Name',
  use: 'Nach Verwendung',
  color: 'Nach Farbe',
} as const

/** The name comes in between. */
export const TYPE_TO_DELETE = ['Zum Löschen ', ' eingeben.'] as const

/** The label comes in between. */
export const MERGE_RULE = ['Jede Karte mit ', ' erhält stattdessen das andere Label. '] as const

export function deleteLabelTitle(name: string): string {
  return `Label ${name} löschen?`
}

export function mergeLabelTitle(name: string): string {
  return `Label ${name} zusammenführen`
}

export function editLabelNamed(name: string): string {
  return `${name} bearbeiten`
}

export function deleteLabelNamed(name: string): string {
  return `${name} löschen`
}

/** In the preview, until a person has entered a name. */
export const EXAMPLE_NAME = 'Label'
