export const CONNECT_TITLE = 'Mit einem Board verbinden'
export const PASTE_A_KEY = 'Füge einen API-Schlüssel ein.'
export const KEY_CONTAINS_SPACES =
  'Der Schlüssel enthält Leerzeichen. Füge nur den Schlüssel selbst ein.'
export const CONNECT_HINT =
  'Füge einen API-Schlüssel ein, um deine Boards zu öffnen. Du bekommst ihn dort, wo dein Board-Dienst betrieben wird.'
export const DEMO_HINT =
  'Du probierst die Demo aus? Öffne einen der Anmeldelinks, die npm start ausgegeben hat.'
export const KEY_IN_OTHER_TAB =
  'Wenn dieses Board in einem anderen Tab geöffnet ist, ist sein Schlüssel nur für jenen Tab gespeichert. Verbinde dich auch hier, oder wähle dort „Auf diesem Gerät merken“.'
export const SIGN_IN_LINK_HINT =
  'Dieser Link enthält einen API-Schlüssel. Der Schlüssel wurde aus der Adresszeile entfernt.'
export const REMEMBER_HINT =
  'Du bleibst angemeldet, auch wenn dieser Tab geschlossen wird. Der Schlüssel wird verschlüsselt in diesem Browser gespeichert; wer diesen Browser benutzen kann, kann auch den Schlüssel benutzen. Sonst bleibt der Schlüssel nur für diesen Tab gespeichert: Ein Link, den du in einem anderen Tab öffnest, fragt wieder danach.'
export const KEY_NOT_KEPT =
  'Dieser Browser lässt die Seite für diesen Tab nichts speichern. Wenn du die Seite neu lädst, musst du den Schlüssel erneut eingeben.'
export const CHECKING_KEY = 'Schlüssel wird geprüft…'
export const CHECKING_SECRET = 'Geheimnis wird geprüft…'

export const SECRET_NO_LONGER_ACCEPTED =
  'Der Dienst akzeptiert das Geheimnis dieses Schlüssels nicht mehr.'
export const NOT_ACCEPTED = 'Nicht akzeptiert.'
export const ONLY_READ_SCOPE =
  'Dieser Schlüssel hat nur den Scope read. Änderungen werden vielleicht abgelehnt.'
export const STORED_ENCRYPTED = 'verschlüsselt auf diesem Gerät'
export const STORED_IN_TAB = 'in diesem Tab, bis du ihn schließt'
export const NOT_STATED = 'nicht angegeben'
export const NONE_STATED = 'keine angegeben'

export function illegalKeyCharacter(character: string): string {
  return `Ein Schlüssel kann das Zeichen „${character}“ nicht enthalten. Kopiere ihn noch einmal aus seiner Quelle.`
}

export function keyWithoutBoards(name: string): string {
  return `Der Schlüssel ${name} ist gültig, hat aber auf kein Board Zugriff. Frage dort nach, wo er erstellt wurde.`
}

export function notAccepted(message: string): string {
  return `Der Schlüssel wurde nicht akzeptiert. ${message}`
}

export function notAllowedHere(message: string): string {
  return `Dieser Schlüssel ist gültig, aber hier nicht erlaubt. ${message}`
}

export function checkServiceAddress(message: string): string {
  return `${message} Prüfe die Adresse des Dienstes.`
}

export function couldNotCheckKey(message: string): string {
  return `Der Schlüssel konnte nicht geprüft werden. ${message}`
}

export function couldNotRemember(name: string): string {
  return `Dieser Browser konnte den Schlüssel ${name} nicht speichern. Der Schlüssel bleibt nur in diesem Tab.`
}

export function secretOfOtherKey(otherName: string, name: string): string {
  return `Dieses Geheimnis gehört zu einem anderen Schlüssel, ${otherName}. Füge es als eigenen Schlüssel hinzu, oder füge ein Geheimnis für ${name} ein.`
}

export function secretReplaced(name: string): string {
  return `Der Schlüssel ${name} hat ein neues Geheimnis.`
}

export function keyRemoved(name: string, tail: string): string {
  return `Schlüssel ${name} …${tail} entfernt.`
}

export function keyEnding(tail: string): string {
  return `Schlüssel mit der Endung …${tail}`
}

/** On the page for a sign-in link. */
export function offeredRole(board: string, role: string): string {
  return role === '' ? board : `${role} auf ${board}`
}

export function secretEnding(tail: string): string {
  return `endet auf …${tail}`
}

export function moveCardsInto(column: string): string {
  return `Karten nach ${column} verschieben`
}

export function serviceAt(host: string): string {
  return `Board-Dienst: ${host}`
}

export const SHOW_KEY = 'Schlüssel anzeigen'
export const REMEMBER_ON_THIS_DEVICE = 'Auf diesem Gerät merken'
export const CONNECT = 'Verbinden'
export const BOARDS = 'Boards'
export const REPLACE_THE_SECRET = 'Geheimnis ersetzen'
export const REMOVE_KEY = 'Schlüssel entfernen'
export const CLIENT_ID = 'Client-ID'
export const SECRET = 'Geheimnis'
export const STORED = 'Gespeichert'
export const YES = 'Ja'
export const NO = 'Nein'
export const UNKNOWN = 'Unbekannt'
export const CHANGE_A_CARDS_LABELS = 'Labels einer Karte ändern'
export const CREATE_AND_CHANGE_LABELS = 'Labels erstellen und ändern'
export const DELETE_LABELS = 'Labels löschen'
export const KEY_CAN_DO = 'Was dieser Schlüssel hier darf'
export const NEW_SECRET = 'Neues Geheimnis'
export const SHOW_SECRET = 'Geheimnis anzeigen'
export const REPLACE = 'Ersetzen'

export function keyTitle(name: string): string {
  return `Schlüssel ${name}`
}

/** The board comes in between. */
export const KEY_CAN_DO_ON = ['Was er auf ', ' darf'] as const

export function keyBoardIds(workspaceId: string, organization: string): string {
  return `(Workspace ${workspaceId}, Organisation ${organization})`
}

export const API_KEY = 'API-Schlüssel'

/** A field of the interface, by its own name. */
export const ANSWERING = 'answering'
