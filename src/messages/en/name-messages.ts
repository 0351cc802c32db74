/** In place of a name. */
export function boardWithId(workspaceId: string): string {
  return `Board ${workspaceId}`
}

/** In place of a name. */
export function projectWithId(projectId: string): string {
  return `Project ${projectId}`
}

export function columnWithId(statusId: string): string {
  return `Stage ${statusId}`
}

export function labelWithId(id: string): string {
  return `Label ${id}`
}

export const UNREADABLE_CARD = 'A card this app could not read'
export const UNREADABLE_COLUMN = 'A column this app could not read'

/** A person whose name the service didn't send. */
export const SOMEBODY = 'assigned'

/** The name of a button. */
export function chooseAnother(name: string): string {
  return `${name}, choose another`
}
