export const OFFLINE_FAILURE = 'Du bist offline.'
export const SERVICE_UNREACHABLE = 'Der Board-Dienst ist nicht erreichbar.'

/** A browser reports no cause: these are the ones that a person can check. [gap G25] */
export const UNREACHABLE_CAUSES =
  'Vielleicht ist er ausgefallen, seine Adresse ist falsch, oder er erlaubt keine Anfragen von dieser Seite.'

export const NO_RESPONSE_IN_TIME = 'Der Board-Dienst hat nicht rechtzeitig geantwortet.'
export const KEY_NOT_STORED =
  'Dieser Schlüssel ist in diesem Browser nicht mehr gespeichert. Verbinde dich neu.'

/** Why the app sent nothing. */
export const NOT_SENT = {
  'invalid-id': 'Dieses Element hat eine ungültige ID, deshalb wurde die Anfrage nicht gesendet.',
  'labels-not-loaded': 'Die aktuellen Labels der Karte konnten nicht geladen werden.',
  'label-deleted': 'Das Label wurde gelöscht.',
} as const

export function webPageReturned(status: number): string {
  return `Das sieht nicht nach dem Board-Dienst aus. Die Antwort war eine Webseite mit Status ${status}.`
}

export const ERROR_WITHOUT_MESSAGE = 'Der Dienst hat einen Fehler ohne Meldung gesendet.'

export function statusReturned(status: number): string {
  return `Der Board-Dienst hat mit Status ${status} geantwortet.`
}

export const UNREADABLE_RESPONSE =
  'Das sieht nicht nach dem Board-Dienst aus: Die Antwort konnte nicht gelesen werden.'

/** What a response says that can't be read otherwise. */
export function ownMessage(serverMessage: string): string {
  return `Meldung des Dienstes: ${serverMessage}`
}

export function retryIn(seconds: number): string {
  return `In ${seconds} s erneut versuchen.`
}
