export const REQUIRED_ROLE_NOT_STATED =
  'Der Dienst hat nicht angegeben, welche Rolle dafür nötig ist.'
export const ROLE_NOT_STATED = 'Der Dienst hat deine Rolle auf diesem Board nicht angegeben.'
export const COLUMN_WITHOUT_ID =
  'Diese Spalte hat keine ID, daher lassen sich keine Karten in sie verschieben.'
export const NO_OTHER_COLUMN = 'Es gibt keine andere Spalte zum Verschieben.'

export function needsRole(requiredRole: string, role: string): string {
  return `Erfordert ${requiredRole}. Deine Rolle auf diesem Board ist ${role}.`
}

/** [gap G10] */
export function rolesNotComparable(role: string, requiredRole: string): string {
  return `Der Dienst hat nicht angegeben, wie sich die Rolle ${role} zu ${requiredRole} verhält.`
}

/** [gap G18] */
export function cardLabelsRoleUnknown(role: string): string {
  return `Der Dienst hat nicht angegeben, ob die Rolle ${role} die Labels einer Karte ändern darf.`
}

export const READ_ONLY = 'Nur Lesezugriff.'

export function roleCannotMove(role: string): string {
  return `Mit deiner Rolle (${role}) lassen sich auf diesem Board keine Karten verschieben. Jede Spalte zeigt die Rolle, die sie erfordert.`
}

export function switchToKey(keyName: string): string {
  return `Zu ${keyName} wechseln`
}
