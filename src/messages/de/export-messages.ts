import { groupedDigits } from '#model/grouped-digits.ts'
import { countedCards } from './filter-messages.ts'

export const UNCONFIRMED_MOVE = 'Das Verschieben ist noch nicht bestätigt'
export const UNCONFIRMED_LABELS = 'Die Labels sind noch nicht bestätigt'

export function exportQuestion(count: number, isFiltered: boolean): string {
  const which = isFiltered ? `${countedCards(count)}, die der Filter zeigt,` : countedCards(count)
  return `${which} in der Reihenfolge des Boards in einer Datei speichern.`
}

/** In the dialog, and in the file. */
export function withoutOlderCards(count: number): string {
  return count === 1
    ? 'Ohne 1 ältere Karte, die eingeklappt ist.'
    : `Ohne ${groupedDigits(count)} ältere Karten, die eingeklappt sind.`
}

/** Names of the file formats. */
export const FORMATS = { csv: 'CSV', markdown: 'Markdown', json: 'JSON' } as const

export function exported(count: number, name: string): string {
  return `${countedCards(count)} in ${name} gespeichert.`
}

export const EXPORT_TITLE = 'Sichtbare Karten exportieren'
