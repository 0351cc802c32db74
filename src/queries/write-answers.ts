import { ApiError } from '#client/api-error.ts'

/** The failure of a write whose success holds an error: a read still decides, but then these words are believed. [gap G2] */
export function refusedIn200(words: string): ApiError {
  const said = words || 'The service answered with an error and no words.'
  return new ApiError({ kind: 'http', method: 'PATCH', path: '/v1', status: 200, words: said, spoken: words !== '' })
}

/** Did the service call this failure a success? */
export function isSuccess(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 200
}

/** Longest wait for which a write that the service puts off is held back silently, in milliseconds. [gap G19] */
const PATIENCE = 10_000

/** Is the service full for so short a time that the write is better sent again than told about? */
export function isShortWait(count: number, error: ApiError): boolean {
  return error.status === 429 && count < 2 && (error.retryAfter ?? 0) <= PATIENCE
}
