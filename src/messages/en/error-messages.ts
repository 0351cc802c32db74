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

const NOT_THE_SERVICE = 'This does not look like the board service'

const NO_CONNECTION = 'Couldn’t reach the board service.'

const NOT_SENT = {
  'invalid-id': 'This item has an invalid id, so the request was not sent.',
  'labels-not-loaded': 'Couldn’t load the card’s current labels.',
  'label-deleted': 'The label has been deleted.',
} as const

/** What failed, in one sentence or two. The service's own message is shown unchanged. */
export function failureMessage(failure: RequestFailure): string {
  switch (failure.type) {
    case 'offline':
      return 'You’re offline.'
    case 'network':
      // A browser reports no cause: name the ones that a person can check. [gap G25]
      return `${NO_CONNECTION} It may be down, its address may be wrong, or it may not allow requests from this page.`
    case 'timeout':
      return 'The board service didn’t respond in time.'
    case 'not-sent':
      return NOT_SENT[failure.notSentReason ?? 'invalid-id']
    case 'not-stored':
      return 'This key is no longer stored in this browser. Connect again.'
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
  return `${sentence} Retry in ${Math.ceil(failure.retryAfter / 1_000)} s.`
}

/** For a card, beside the banner that names the causes: like `errorMessage`, but short. */
export function briefErrorMessage(failure: RequestFailure): string {
  return failure.type === 'network' ? NO_CONNECTION : errorMessage(failure)
}

function httpMessage({ status, statusText, serverMessage, isWebPage }: RequestFailure): string {
  if (isWebPage) return `${NOT_THE_SERVICE}. It returned a web page with status ${status}.`
  // Some services report errors with status 200. [gap G2]
  if (status === 200 && !serverMessage) return 'The service returned an error without a message.'
  return serverMessage || statusText || `The board service returned status ${status}.`
}

function unreadableMessage(serverMessage: string): string {
  const message = `${NOT_THE_SERVICE}: we couldn’t read its response.`
  return serverMessage ? `${message} Its message: ${serverMessage}` : message
}

/** A part of the app couldn't be loaded, so nothing was sent. */
export const COULD_NOT_LOAD_CODE =
  'Couldn’t load a part of the app. Check your connection and try again.'
