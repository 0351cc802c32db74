import { ApiError } from '#client/api-error.ts'
import { type BoardClient, createBoardClient } from '#client/board-client.ts'
import { secretOf } from '#state/secret-vault.ts'
import { noteAnswer } from './note-answer.ts'

/** Where the service is: this page's own origin, unless the page was built for another. */
export function serviceBaseUrl(): string {
  return import.meta.env.VITE_BOARD_SERVICE_URL || window.location.origin
}

/** Is the service at this page's own origin? */
export function isSameOrigin(): boolean {
  return new URL(serviceBaseUrl()).origin === window.location.origin
}

/** The calls for a held key. Throws ApiError when this tab does not hold its secret. */
export function clientOf(keyId: string): BoardClient {
  const secret = secretOf(keyId)
  if (secret === undefined) {
    throw new ApiError({
      kind: 'http',
      method: 'GET',
      path: '/v1/me',
      status: 401,
      words: 'This browser no longer holds the key. Connect with it again.',
    })
  }
  return createBoardClient({ baseUrl: serviceBaseUrl(), secret, onAnswer: (answer) => noteAnswer(keyId, answer) })
}
