import type { Arrangement, Density, Layout, OptionalField, SortOrder } from '#model/arrangement.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { groupingText } from './lane-messages.ts'

/** What cards are sorted by, in a menu and in a sentence. */
export const SORT_NAMES: Readonly<Record<SortOrder, string>> = {
  service: 'Reihenfolge des Boards',
  priority: 'Priorität',
  number: 'Nummer',
  title: 'Titel',
  assignee: 'Zuständigkeit',
  entered: 'Zeit in der Spalte',
  committed: 'Ältester Commit',
}

/** Begins a group of choices: a board, or a list. */
export const SHOW_AS = 'Anzeigen als'

export const LAYOUT_NAMES: Readonly<Record<Layout, string>> = { board: 'Board', list: 'Liste' }

export function showAs(layout: Layout): string {
  return `Als ${LAYOUT_NAMES[layout]} anzeigen`
}

export function yourSorting(order: SortOrder): string {
  return `Deine Sortierung, nicht die Reihenfolge des Boards: ${SORT_NAMES[order]}.`
}

export function hiddenColumns(count: number): string {
  return `${count} ${count === 1 ? 'Spalte ist' : 'Spalten sind'} ausgeblendet.`
}

/** A sentence for each part of how the cards are arranged. */
export function arrangementTexts(
  arrangement: Arrangement,
  hiddenCount: number,
): Readonly<Record<keyof Arrangement, string>> {
  const { layout, group, sort } = arrangement
  return {
    layout: `${LAYOUT_NAMES[layout]}.`,
    group: groupingText(group),
    sort: sort === 'service' ? SERVICE_ORDER : yourSorting(sort),
    hiddenColumns: hiddenCount > 0 ? hiddenColumns(hiddenCount) : NO_HIDDEN_COLUMNS,
    collapsedColumns: collapsedText(arrangement.collapsedColumns.length),
    collapsedLanes: collapsedLanesText(arrangement.collapsedLanes.length),
    olderCards:
      arrangement.olderCards === 'shown'
        ? 'Ältere Karten sind sichtbar.'
        : 'Ältere Karten sind eingeklappt.',
    density: `${cardsInDensity(arrangement.density)}.`,
    omittedFields: omittedText(arrangement.omittedFields),
  }
}

const NO_HIDDEN_COLUMNS = 'Alle Spalten sind sichtbar.'

function collapsedText(count: number): string {
  if (count === 0) return 'Keine Spalte ist eingeklappt.'
  return `${count} ${count === 1 ? 'Spalte ist' : 'Spalten sind'} eingeklappt.`
}

function collapsedLanesText(count: number): string {
  if (count === 0) return 'Keine Gruppe ist eingeklappt.'
  return `${count} ${count === 1 ? 'Gruppe ist' : 'Gruppen sind'} eingeklappt.`
}

export const DENSITY = 'Dichte'

export const DENSITY_NAMES: Readonly<Record<Density, string>> = {
  comfortable: 'Komfortabel',
  compact: 'Kompakt',
}

/** Begins a group of choices: what is on a card besides its title. */
export const ON_CARDS = 'Auf Karten'

export const FIELD_NAMES: Readonly<Record<OptionalField, string>> = {
  priority: 'Priorität',
  labels: 'Labels',
  assignee: 'Zuständigkeit',
}

function omittedText(fields: readonly OptionalField[]): string {
  if (fields.length === 0) return 'Karten zeigen alle Felder.'
  return `Auf Karten ausgeblendet: ${fields.map((field) => FIELD_NAMES[field]).join(', ')}.`
}

export function cardsInDensity(density: Density): string {
  return `Kartendichte: ${DENSITY_NAMES[density]}`
}

const SERVICE_ORDER = 'Die Karten sind in der Reihenfolge des Boards.'

/** On the button at the end of a column, and in the palette. */
export function showOlderCards(count: number): string {
  return count === 1
    ? '1 ältere Karte einblenden'
    : `${groupedDigits(count)} ältere Karten einblenden`
}

export function hideOlderCards(count: number): string {
  return count === 1
    ? '1 ältere Karte ausblenden'
    : `${groupedDigits(count)} ältere Karten ausblenden`
}

/** Below the button: what makes a card an older one. */
export function withoutCommitFor(days: number): string {
  return days === 1 ? 'Kein Commit seit einem Tag' : `Kein Commit seit ${groupedDigits(days)} Tagen`
}

export const SAVED_VIEWS = 'Gespeicherte Ansichten'
export const SAVED_VIEWS_HINT =
  'Eine Ansicht ist der Filter und die Anordnung des Bildschirms: Board oder Liste, Gruppen, Sortierung, Spalten und was die Karten zeigen. Das Board öffnet sich mit der Standardansicht. Ansichten bleiben auf diesem Gerät.'
export const SAVE_VIEW = 'Ansicht speichern'
export const SAVE_THIS_VIEW = 'Ansicht speichern…'
export const COPY_VIEW_LINK = 'Link dieser Ansicht kopieren'
export const REPLACE_VIEW = 'Ansicht ersetzen'
export const VIEW_NAME_REQUIRED = 'Gib einen Namen für die Ansicht ein.'

export function viewSaved(name: string): string {
  return `Ansicht ${name} gespeichert.`
}

export const DEFAULT_VIEW = 'Standard'

export function defaultViewLabel(name: string): string {
  return `Standard: Board mit ${name} öffnen`
}

export function deleteViewLabel(name: string): string {
  return `${name} löschen`
}

export function sortBy(order: SortOrder): string {
  return order === 'service' ? USE_SERVICE_ORDER : `Sortierung: ${SORT_NAMES[order]}`
}

export const USE_SERVICE_ORDER = 'Reihenfolge des Boards nutzen'
export const EXPAND_ALL = 'Alle Spalten ausklappen'
export const SHOW_ALL_COLUMNS = 'Alle Spalten anzeigen'

export function showOrHideField(field: OptionalField, isOmitted: boolean): string {
  return `${FIELD_NAMES[field]} auf Karten ${isOmitted ? 'anzeigen' : 'ausblenden'}`
}

export const DELETE = 'Löschen'
