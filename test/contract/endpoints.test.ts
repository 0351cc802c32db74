import { describe, expect, test } from 'vitest'
import { allowedMethods, endpointPath, matchEndpoint } from '#contract/endpoints.ts'

describe('building a path', () => {
  test('encodes its parameters', () =>
    expect(endpointPath('patchLabel', { labelId: 'a/b?c' })).toBe('/v1/labels/a%2Fb%3Fc'))
  test.each([[''], ['.'], ['..']])(
    'throws for the id %j, which would address another resource',
    (labelId) => {
      expect(() => endpointPath('deleteLabel', { labelId })).toThrow(RangeError)
    },
  )
})

describe('matching a request', () => {
  test.each([
    ['GET', '/v1/me', 'me'],
    ['PATCH', '/v1/cards/7', 'patchCard'],
    ['DELETE', '/v1/labels/7', 'deleteLabel'],
  ])('maps %s %s to %s', (method, path, name) =>
    expect(matchEndpoint(method, path)?.name).toBe(name),
  )
  test.each([
    ['POST', '/v1/me'],
    ['GET', '/v1/boards'],
    ['GET', '/v1/me/'],
    ['PATCH', '/v1/cards/'],
    ['PATCH', '/v1/cards/..'],
    ['PATCH', '/v1/cards/%2e%2e'],
    ['PATCH', '/v1/cards/%zz'],
    ['PATCH', '/v1/cards/1/2'],
  ])('returns undefined for %s %s', (method, path) =>
    expect(matchEndpoint(method, path)).toBeUndefined(),
  )
  test('decodes parameters exactly once', () =>
    expect(matchEndpoint('PATCH', '/v1/labels/a%2Fb')?.params).toEqual({ labelId: 'a/b' }))
})

test('the methods of a path are listed, and an unknown path has none', () => {
  expect(allowedMethods('/v1/labels')).toEqual(['GET', 'POST'])
  expect(allowedMethods('/v1/nothing')).toEqual([])
})
