import * as messages from '#messages/error-messages.ts'
import { joinSentences } from './sentences.ts'

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
  notSentReason: keyof typeof messages.NOT_SENT | undefined
  /** Reason phrase of the response. */
  statusText: string
  /** In milliseconds. [gap G19] */
  retryAfter: number | undefined
}

/** What failed, in one sentence or two. The service's own message is shown unchanged. */
export function failureMessage(failure: RequestFailure): string {
  switch (failure.type) {
    case 'offline':
      return messages.OFFLINE_FAILURE
    case 'network':
      return joinSentences(messages.SERVICE_UNREACHABLE, messages.UNREACHABLE_CAUSES)
    case 'timeout':
      return messages.NO_RESPONSE_IN_TIME
    case 'not-sent':
      return messages.NOT_SENT[failure.notSentReason ?? 'invalid-id']
    case 'not-stored':
      return messages.KEY_NOT_STORED
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
  return joinSentences(sentence, messages.retryIn(Math.ceil(failure.retryAfter / 1_000)))
}

/** For a card, beside the banner that names the causes: like `errorMessage`, but short. */
export function briefErrorMessage(failure: RequestFailure): string {
  return failure.type === 'network' ? messages.SERVICE_UNREACHABLE : errorMessage(failure)
}

function httpMessage({ status, statusText, serverMessage, isWebPage }: RequestFailure): string {
  if (isWebPage) return messages.webPageReturned(status)
  // Some services report errors with status 200. [gap G2]
  if (status === 200 && !serverMessage) return messages.ERROR_WITHOUT_MESSAGE
  return serverMessage || statusText || messages.statusReturned(status)
}

function unreadableMessage(serverMessage: string): string {
  return joinSentences(
    messages.UNREADABLE_RESPONSE,
    serverMessage && messages.ownMessage(serverMessage),
  )
}
