import { expect, test } from 'vitest'
import { hashSecret, hasSecretFormat, isSameHash, makeSecret } from '#service/store/secrets.ts'

test('a secret is unique and has the expected format and checksum', () => {
  const secrets = Array.from({ length: 200 }, makeSecret)
  expect(new Set(secrets).size).toBe(200)
  for (const secret of secrets) {
    expect(secret).toMatch(/^kbs_[a-z2-7]{38}$/)
    expect(hasSecretFormat(secret)).toBe(true)
  }
})

test('a secret is invalid when one character is wrong', () => {
  const secret = makeSecret()
  for (let index = 4; index < secret.length; index += 1) {
    const replacement = secret[index] === 'a' ? 'b' : 'a'
    expect(hasSecretFormat(secret.slice(0, index) + replacement + secret.slice(index + 1))).toBe(
      false,
    )
  }
})

test('two hashes are equal only when their whole texts are equal', () => {
  expect(isSameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
  expect(isSameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
  expect(isSameHash('a', 'aa')).toBe(false)
})
