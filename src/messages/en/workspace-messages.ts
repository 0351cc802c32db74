export const NO_ACCESS = 'You don’t have access to this board'

export const NO_ACCESSIBLE_BOARDS = 'None of your keys gives access to a board. Add one that does.'

export const NO_BOARDS_IN_PICKER = 'None of your keys gives access to a board.'

export const BOARD_REQUIRED = 'The service requires you to choose a board:'

export function inaccessibleBoard(workspaceId: string): string {
  return `The link is for board ${workspaceId}. None of your keys gives access to it. Add a key that does, or open one of these boards.`
}

export const OPENS_WITHOUT_PROJECT = 'This board opens without a project.'

export const PROJECT_REQUIRED = 'This board has several projects and shows one at a time.'

export const ENTER_PROJECT_ID = 'Enter the id of a project.'

export const NAMES_HINT =
  'The service identifies boards and projects by number. A name that you enter here is stored only in this browser and shown instead of the number. Leave it empty to show the number.'

export function projectNotOpened(project: string): string {
  return `Couldn’t open ${project}.`
}

export function serviceMessage(message: string): string {
  return `Message from the service: ${message}`
}

/** The role on a board and the key that has it: "member · key “Laptop”" */
export function accessText(role: string, keyName: string): string {
  return `${roleText(role)} · key “${keyName}”`
}

/** The role on a board, in a list of boards. */
export function roleText(role: string): string {
  return role || 'role not stated'
}

export const RENAME_ON_THIS_DEVICE = 'Rename on this device'
export const SAVE_NAMES = 'Save names'
export const FIND_A_BOARD_OR_KEY = 'Find a board or key'
export const WORKSPACES = 'Workspaces'
export const KEYS = 'Keys'

export function noBoardOrKeyMatches(text: string): string {
  return `No board or key matches “${text}”.`
}

/** Which board it is and with which key. `workspaceId` is undefined when the name has it. */
export function boardDetail(
  workspaceId: string | undefined,
  keyName: string,
  tail: string,
): string {
  const board = workspaceId === undefined ? '' : `Board ${workspaceId} · `
  return `${board}key “${keyName}” …${tail}`
}

/** The end of a key, and how long this browser has it. */
export function keyStorage(tail: string, isRemembered: boolean): string {
  return `…${tail}, ${isRemembered ? 'remembered' : 'this tab only'}`
}

/** The role on a board and the key that has it, for the palette. */
export function roleWithKey(role: string, keyName: string, tail: string): string {
  return `${roleText(role)} · ${keyName} …${tail}`
}

/** Begins the name of a button: "Details of Laptop". */
export const DETAILS_OF = 'Details of'

export function removeKeyNamed(name: string): string {
  return `Remove key ${name}`
}
