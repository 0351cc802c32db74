export const NO_ACCESS = 'Kein Zugriff auf dieses Board'

export const NO_ACCESSIBLE_BOARDS =
  'Keiner deiner Schlüssel gewährt Zugriff auf ein Board. Füge einen hinzu, der Zugriff gewährt.'

export const NO_BOARDS_IN_PICKER = 'Keiner deiner Schlüssel gewährt Zugriff auf ein Board.'

export const BOARD_REQUIRED = 'Der Dienst verlangt die Auswahl eines Boards:'

export function inaccessibleBoard(workspaceId: string): string {
  return `Der Link führt zu Board ${workspaceId}. Keiner deiner Schlüssel gewährt Zugriff darauf. Füge einen Schlüssel hinzu, der Zugriff gewährt, oder öffne eines dieser Boards.`
}

export const OPENS_WITHOUT_PROJECT = 'Dieses Board öffnet sich ohne Projekt.'

export const PROJECT_REQUIRED = 'Dieses Board hat mehrere Projekte und zeigt jeweils eines.'

export const ENTER_PROJECT_ID = 'Gib die ID eines Projekts ein.'

export const NAMES_HINT =
  'Der Dienst bezeichnet Boards und Projekte mit Nummern. Ein hier eingegebener Name wird nur in diesem Browser gespeichert und statt der Nummer angezeigt. Bleibt das Feld leer, wird die Nummer angezeigt.'

export function projectNotOpened(project: string): string {
  return `${project} konnte nicht geöffnet werden.`
}

export function serviceMessage(message: string): string {
  return `Meldung des Dienstes: ${message}`
}

/** The role on a board and the key that has it. */
export function accessText(role: string, keyName: string): string {
  return `${roleText(role)} · Schlüssel „${keyName}“`
}

/** The role on a board, in a list of boards. */
export function roleText(role: string): string {
  return role || 'Rolle nicht angegeben'
}

export const RENAME_ON_THIS_DEVICE = 'Auf diesem Gerät umbenennen'
export const SAVE_NAMES = 'Namen speichern'
export const FIND_A_BOARD_OR_KEY = 'Board oder Schlüssel suchen'
export const WORKSPACES = 'Workspaces'
export const KEYS = 'Schlüssel'

export function noBoardOrKeyMatches(text: string): string {
  return `Kein Board und kein Schlüssel passt zu „${text}“.`
}

/** Which board it is and with which key. `workspaceId` is undefined when the name has it. */
export function boardDetail(
  workspaceId: string | undefined,
  keyName: string,
  tail: string,
): string {
  const board = workspaceId === undefined ? '' : `Board ${workspaceId} · `
  return `${board}Schlüssel „${keyName}“ …${tail}`
}

/** The end of a key, and how long this browser has it. */
export function keyStorage(tail: string, isRemembered: boolean): string {
  return `…${tail}, ${isRemembered ? 'gemerkt' : 'nur dieser Tab'}`
}

/** The role on a board and the key that has it, for the palette. */
export function roleWithKey(role: string, keyName: string, tail: string): string {
  return `${roleText(role)} · ${keyName} …${tail}`
}

/** Begins the name of a button. */
export const DETAILS_OF = 'Details zu'

export function removeKeyNamed(name: string): string {
  return `Schlüssel ${name} entfernen`
}
