import type { ApiError } from '#client/api-error.ts'
import { errorMessage, failureMessage } from '#model/messages/error-messages.ts'
import * as messages from '#model/messages/key-messages.ts'

/** What a failed check of a key means, and what to do about it. [gap G2] */
export function keyErrorMessage(error: ApiError): string {
  const message = failureMessage(error)
  if (error.type === 'http' && error.status === 401) return messages.notAccepted(message)
  if (error.type === 'http' && error.status === 403) return messages.notAllowedHere(message)
  if (error.type === 'http') return messages.couldNotCheckKey(errorMessage(error))
  return error.type === 'unreadable' ? messages.checkServiceAddress(message) : message
}
