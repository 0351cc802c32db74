import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'

type Read = UseQueryResult<unknown, ApiError>

/** How a read or write failed, as the features see it: words for a person, status, and what else the service said. */
export type { ApiError as Failure } from '#client/api-error.ts'

/** What failed, as a sentence, and for how long the service asks to be left alone. [gap G19] */
export function failureWords({ message, retryAfter }: ApiError): string {
  const words = /[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`
  return retryAfter ? `${words} It asks to wait ${Math.ceil(retryAfter / 1_000)} s.` : words
}

/** A failed try that is to be told while others follow: the second in a row, or one after which the service wants a pause. */
export function troubleOf(read: Pick<Read, 'error' | 'failureCount' | 'failureReason'>): ApiError | null {
  const { error, failureCount, failureReason } = read
  return error ?? (failureCount > 1 || (failureReason?.retryAfter ?? 0) > 1_000 ? failureReason : null)
}

/** What a failed check of a key means, in words that a person can act on. [gap G2] */
export function keyFailureWords(error: ApiError): string {
  if (error.status === 401) return `The service did not accept this key. ${error.message}`
  if (error.status === 403) return `The service knows this key but does not let it in. ${error.message}`
  if (error.kind === 'network' || error.kind === 'timeout') return error.message
  if (error.kind === 'unreadable') return `${error.message} Check the address of the service.`
  return `The key could not be checked. ${failureWords(error)}`
}

/** Is this the service's question which board is meant? The header is always sent, but a service may ask still. [gap G11] */
export function asksForBoard(error: ApiError): boolean {
  if (error.kind !== 'http' || error.status < 400 || error.status >= 500) return false
  if (error.code !== undefined) return /^(workspace|board)/i.test(error.code)
  const speaksOfBoards = /workspace|\bboard\b/i.test(error.message) && !/project|product/i.test(error.message)
  return error.status === 400 && speaksOfBoards && error.workspaceIds.length > 0
}

/** Is this the service's question which project is meant, or its word that there is no such project? [gap G12] */
export function asksForProject(error: ApiError, projectId: string | undefined): boolean {
  if (error.kind !== 'http' || asksForBoard(error)) return false
  return error.status === 400 || (error.status === 404 && projectId !== undefined)
}
