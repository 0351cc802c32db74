import { expect, test } from 'vitest'
import { numberIn } from '#service/repository/config/branch-patterns.ts'

test.each([
  ['12-login', 12],
  ['fix/12-login', 12],
  ['fix/12', 12],
  ['fix-12', 12],
  ['PROJ-123-login', 123],
  ['feature/12_login', 12],
  ['fix/#12', 12],
  ['fix/12-login-2', 12],
  ['12', 12],
  ['123456', 123_456],
  ['1234567', undefined],
  ['axios-1.2.3', undefined],
  ['release/v1.2', undefined],
  ['dependabot/npm_and_yarn/vite-7.1.0', undefined],
  ['02-05-refactor', undefined],
  ['2024-01-02-cleanup', undefined],
  ['03-intro', undefined],
  ['node20', undefined],
  ['v2-api', undefined],
  ['sha256', undefined],
  ['utf-8', 8],
  ['login', undefined],
])('the number in %s is %s', (name, number) => {
  expect(numberIn(name, undefined)).toBe(number)
})

test.each([
  [['pr-{number}', 'issue/{number}-*'], 'pr-12', 12],
  [['pr-{number}', 'issue/{number}-*'], 'issue/7-login-8', 7],
  [['pr-{number}', 'issue/{number}-*'], '34-login', undefined],
  [['*v{number}'], 'api-v2', 2],
  [['{number}*'], '0012345', 12_345],
  [['*{number}*'], '99999999999', undefined],
])('patterns say where it is: %s in %s', (patterns, name, number) => {
  expect(numberIn(name, patterns)).toBe(number)
})
