export const REQUIRED_ROLE_NOT_STATED = 'The service didn’t report which role this needs.'
export const ROLE_NOT_STATED = 'The service didn’t report your role on this board.'
export const COLUMN_WITHOUT_ID = 'This column has no id, so cards can’t be moved into it.'
export const NO_OTHER_COLUMN = 'There’s no other column to move it to.'

export function needsRole(requiredRole: string, role: string): string {
  return `Needs ${requiredRole}. Your role on this board is ${role}.`
}

/** [gap G10] */
export function rolesNotComparable(role: string, requiredRole: string): string {
  return `The service didn’t report how ${role} compares with ${requiredRole}.`
}

export const READ_ONLY = 'Read only.'

export function roleCannotMove(role: string): string {
  return `Your role (${role}) can’t move cards on this board. Each column shows the role that it needs.`
}

export function switchToKey(keyName: string): string {
  return `Switch to ${keyName}`
}
