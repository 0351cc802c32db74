/** In place of a name. */
export function boardWithId(workspaceId: string): string {
  return `Board ${workspaceId}`
}

/** In place of a name. */
export function projectWithId(projectId: string): string {
  return `Projekt ${projectId}`
}

export function columnWithId(statusId: string): string {
  return `Stufe ${statusId}`
}

export function labelWithId(id: string): string {
  return `Label ${id}`
}

export const UNREADABLE_CARD = 'Nicht lesbare Karte'
export const UNREADABLE_COLUMN = 'Nicht lesbare Spalte'

/** A person whose name the service didn't send. */
export const SOMEBODY = 'jemand'

/** The name of a button. */
export function chooseAnother(name: string): string {
  return `${name}, anderes auswählen`
}
