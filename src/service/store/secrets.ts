import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const PATTERN = /^kbs_[a-z2-7]{32}[a-z2-7]{6}$/

/**
 * A secret is `kbs_`, 160 random bits in base32, and a checksum of six characters. Only its hash is
 * stored.
 */
export function makeSecret(): string {
  const body = base32(randomBytes(20))
  return `kbs_${body}${checksum(body)}`
}

/** Checks the format and the checksum, so that a mistyped key needs no database query. */
export function hasSecretFormat(text: string): boolean {
  return PATTERN.test(text) && checksum(text.slice(4, 36)) === text.slice(36)
}

/** SHA-256 of a secret, in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

function checksum(body: string): string {
  return base32(createHash('sha256').update(`kbs:${body}`).digest().subarray(0, 4)).slice(0, 6)
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(buffer >> bits) & 31]
    }
  }
  return bits > 0 ? text + ALPHABET[(buffer << (5 - bits)) & 31] : text
}
