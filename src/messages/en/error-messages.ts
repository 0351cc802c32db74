export const OFFLINE_FAILURE = 'You’re offline.'
export const SERVICE_UNREACHABLE = 'Couldn’t reach the board service.'

/** A browser reports no cause: these are the ones that a person can check. [gap G25] */
export const UNREACHABLE_CAUSES =
  'It may be down, its address may be wrong, or it may not allow requests from this page.'

export const NO_RESPONSE_IN_TIME = 'The board service didn’t respond in time.'
export const KEY_NOT_STORED = 'This key is no longer stored in this browser. Connect again.'

/** Why the app sent nothing. */
export const NOT_SENT = {
  'invalid-id': 'This item has an invalid id, so the request was not sent.',
  'labels-not-loaded': 'Couldn’t load the card’s current labels.',
  'label-deleted': 'The label has been deleted.',
} as const

export function webPageReturned(status: number): string {
  return `This does not look like the board service. It returned a web page with status ${status}.`
}

export const ERROR_WITHOUT_MESSAGE = 'The service returned an error without a message.'

export function statusReturned(status: number): string {
  return `The board service returned status ${status}.`
}

export const UNREADABLE_RESPONSE =
  'This does not look like the board service: we couldn’t read its response.'

/** What a response says that can't be read otherwise. */
export function ownMessage(serverMessage: string): string {
  return `Its message: ${serverMessage}`
}

export function retryIn(seconds: number): string {
  return `Retry in ${seconds} s.`
}
