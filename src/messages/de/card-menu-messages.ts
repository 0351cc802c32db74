export function noColumnMatches(text: string): string {
  return `Keine Spalte passt zu „${text}“.`
}

export function moveMenuLabel(card: string): string {
  return `${card} verschieben nach`
}

export function roleOnBoard(role: string): string {
  return `${role} auf diesem Board`
}

export const FIND_A_COLUMN = 'Spalte suchen'
export const MOVE_BACK = 'Zurückverschieben'
export const EDIT_LABELS = 'Labels bearbeiten'
export const OPEN_CARD = 'Karte öffnen'
export const DESELECT = 'Abwählen'
export const SELECT = 'Auswählen'
export const COPY_NUMBER = 'Nummer kopieren'
