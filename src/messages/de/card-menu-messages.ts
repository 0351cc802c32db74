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
