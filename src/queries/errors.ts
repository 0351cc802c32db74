import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'

/** Features show errors, and may not import the client. */
export type { ApiError } from '#client/api-error.ts'

type Query = Pick<UseQueryResult<unknown, ApiError>, 'error' | 'failureCount' | 'failureReason'>

/** Longest Retry-After that is waited for without a message. */
const SILENT_WAIT_MS = 1_000

/**
 * An error worth showing while retries continue: from the second consecutive error, or when
 * Retry-After is over 1 s.
 */
export function visibleError({ error, failureCount, failureReason }: Query): ApiError | null {
  if (error) return error
  const isLongWait = (failureReason?.retryAfter ?? 0) > SILENT_WAIT_MS
  return failureCount > 1 || isLongWait ? failureReason : null
}

/**
 * Does the service require a board? The header is always sent, but a service can require it anyway.
 * [gap G11]
 */
export function requiresBoard(error: ApiError): boolean {
  if (!isRejection(error)) return false
  if (error.code !== undefined) return /^(workspace|board)/i.test(error.code)
  if (error.status !== 400 || error.workspaceIds.length === 0) return false
  const mentionsBoard = /workspace|\bboard\b/i.test(error.serverMessage)
  return mentionsBoard && !/project|product/i.test(error.serverMessage)
}

/** Does the service require a project, or report that it doesn't know the project? [gap G12] */
export function requiresProject(error: ApiError, projectId: string | undefined): boolean {
  if (error.type !== 'http' || requiresBoard(error)) return false
  return error.status === 400 || (error.status === 404 && projectId !== undefined)
}

function isRejection(error: ApiError): boolean {
  return error.type === 'http' && error.status >= 400 && error.status < 500
}
