export function noColumnMatches(text: string): string {
  return `No column matches “${text}”.`
}

export function moveMenuLabel(card: string): string {
  return `Move ${card} to`
}

export function roleOnBoard(role: string): string {
  return `${role} on this board`
}

export const FIND_A_COLUMN = 'Find a column'
export const MOVE_BACK = 'Move back'
export const EDIT_LABELS = 'Edit labels'
export const OPEN_CARD = 'Open card'
export const DESELECT = 'Deselect'
export const SELECT = 'Select'
export const COPY_NUMBER = 'Copy number'
