import { ApiError, type ApiErrorFacts } from '#client/api-error.ts'

/** A failed request with these facts. Its method and path are in no message. */
export function failure(
  type: ApiErrorFacts['type'],
  facts: Omit<Partial<ApiErrorFacts>, 'type'> = {},
): ApiError {
  return new ApiError({ method: 'GET', path: '/v1/board', ...facts, type })
}
