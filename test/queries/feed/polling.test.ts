import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { pollInterval } from '#queries/feed/use-polling.ts'

const request = { method: 'GET', path: '/v1/board' } as const

test('a service that is away is polled as often as one that is there', () => {
  expect(pollInterval(null)).toBe(15_000)
  expect(pollInterval(new ApiError({ ...request, type: 'network' }))).toBe(15_000)
  for (const status of [502, 503, 504])
    expect(pollInterval(new ApiError({ ...request, type: 'http', status }))).toBe(15_000)
})

test('a service that asks for a wait, or responds with an error, is polled less often', () => {
  const overloaded = { ...request, type: 'http', status: 503, retryAfter: 40_000 } as const
  expect(pollInterval(new ApiError(overloaded))).toBe(40_000)
  for (const status of [401, 429, 500])
    expect(pollInterval(new ApiError({ ...request, type: 'http', status }))).toBe(60_000)
})

test('a service that reported changes is loaded again each second when the connection is lost', () => {
  expect(pollInterval(new ApiError({ ...request, type: 'network' }), true)).toBe(1_000)
  const away = { ...request, type: 'http', status: 502 } as const
  expect(pollInterval(new ApiError(away), true)).toBe(1_000)
  expect(pollInterval(new ApiError({ ...away, retryAfter: 7_000 }), true)).toBe(7_000)
  expect(pollInterval(null, true)).toBe(15_000)
})
