/** The parts of a failed request that its message is made of. `ApiError` has them. */
export interface RequestFailure {
  type: 'offline' | 'network' | 'timeout' | 'http' | 'unreadable' | 'not-sent' | 'not-stored'
  /** HTTP status; 0 without a response. */
  status: number
  /** Message of the service; empty when it sent none. */
  serverMessage: string
  /** Whether the response was a web page instead of an error. */
  isWebPage: boolean
  /** For `not-sent`. */
  notSentReason: 'invalid-id' | 'labels-not-loaded' | 'label-deleted' | undefined
  /** Reason phrase of the response. */
  statusText: string
  /** In milliseconds. [gap G19] */
  retryAfter: number | undefined
}

const NOT_THE_SERVICE = 'Das sieht nicht nach dem Board-Dienst aus'

const NO_CONNECTION = 'Der Board-Dienst ist nicht erreichbar.'

const NOT_SENT = {
  'invalid-id': 'Dieses Element hat eine ungültige ID, deshalb wurde die Anfrage nicht gesendet.',
  'labels-not-loaded': 'Die aktuellen Labels der Karte konnten nicht geladen werden.',
  'label-deleted': 'Das Label wurde gelöscht.',
} as const

/** What failed, in one sentence or two. The service's own message is shown unchanged. */
export function failureMessage(failure: RequestFailure): string {
  switch (failure.type) {
    case 'offline':
      return 'Du bist offline.'
    case 'network':
      // A browser reports no cause: name the ones that a person can check. [gap G25]
      return `${NO_CONNECTION} Vielleicht ist er ausgefallen, seine Adresse ist falsch, oder er erlaubt keine Anfragen von dieser Seite.`
    case 'timeout':
      return 'Der Board-Dienst hat nicht rechtzeitig geantwortet.'
    case 'not-sent':
      return NOT_SENT[failure.notSentReason ?? 'invalid-id']
    case 'not-stored':
      return 'Dieser Schlüssel ist in diesem Browser nicht mehr gespeichert. Verbinde dich neu.'
    case 'unreadable':
      return unreadableMessage(failure.serverMessage)
    case 'http':
      return httpMessage(failure)
  }
}

/** Like `failureMessage`, with a period at the end and how long to wait. [gap G19] */
export function errorMessage(failure: RequestFailure): string {
  const message = failureMessage(failure).trim()
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`
  if (!failure.retryAfter) return sentence
  return `${sentence} In ${Math.ceil(failure.retryAfter / 1_000)} s erneut versuchen.`
}

/** For a card, beside the banner that names the causes: like `errorMessage`, but short. */
export function briefErrorMessage(failure: RequestFailure): string {
  return failure.type === 'network' ? NO_CONNECTION : errorMessage(failure)
}

function httpMessage({ status, statusText, serverMessage, isWebPage }: RequestFailure): string {
  if (isWebPage) return `${NOT_THE_SERVICE}. Die Antwort war eine Webseite mit Status ${status}.`
  // Some services report errors with status 200. [gap G2]
  if (status === 200 && !serverMessage) return 'Der Dienst hat einen Fehler ohne Meldung gesendet.'
  return serverMessage || statusText || `Der Board-Dienst hat mit Status ${status} geantwortet.`
}

function unreadableMessage(serverMessage: string): string {
  const message = `${NOT_THE_SERVICE}: Die Antwort konnte nicht gelesen werden.`
  return serverMessage ? `${message} Meldung des Dienstes: ${serverMessage}` : message
}

/** A part of the app couldn't be loaded, so nothing was sent. */
export const COULD_NOT_LOAD_CODE =
  'Ein Teil der App konnte nicht geladen werden. Prüfe deine Verbindung und versuche es erneut.'
