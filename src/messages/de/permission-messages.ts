export const REQUIRED_ROLE_NOT_STATED = 'Der Dienst hat nicht angegeben, welche Rolle nötig ist.'
export const ROLE_NOT_STATED = 'Der Dienst hat deine Rolle auf diesem Board nicht angegeben.'
export const COLUMN_WITHOUT_ID = 'Der Dienst hat keine ID für diese Spalte angegeben.'
export const NO_OTHER_COLUMN = 'Es gibt keine andere Spalte.'

export function needsRole(requiredRole: string, role: string): string {
  return `Erfordert ${requiredRole}. Deine Rolle auf diesem Board ist ${role}.`
}

/** [gap G10] */
export function rolesNotComparable(role: string, requiredRole: string): string {
  return `Der Dienst hat nicht angegeben, ob ${role} für ${requiredRole} genügt.`
}

export const READ_ONLY = 'Nur Lesezugriff.'

export function roleCannotMove(role: string): string {
  return `Die Rolle ${role} kann hier nichts verschieben. Jede Spalte zeigt, welche nötig ist.`
}

export function switchToKey(keyName: string): string {
  return `Zu ${keyName} wechseln`
}
