import { expect, test } from 'vitest'
import { hashSecret, looksLikeSecret, makeSecret, sameHash } from '#service/credentials.ts'

test('a secret has its form and checksum, and no two are alike', () => {
  const secrets = Array.from({ length: 200 }, makeSecret)
  expect(new Set(secrets).size).toBe(200)
  for (const secret of secrets) {
    expect(secret).toMatch(/^kbs_[a-z2-7]{38}$/)
    expect(looksLikeSecret(secret)).toBe(true)
  }
})

test('one mistyped character is noticed', () => {
  const secret = makeSecret()
  for (let at = 4; at < secret.length; at += 1) {
    const other = secret[at] === 'a' ? 'b' : 'a'
    expect(looksLikeSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false)
  }
})

test('hashes are compared whole', () => {
  expect(sameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
  expect(sameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
  expect(sameHash('a', 'aa')).toBe(false)
})
