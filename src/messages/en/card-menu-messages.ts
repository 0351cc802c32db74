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
