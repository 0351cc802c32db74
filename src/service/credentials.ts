import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const PATTERN = /^kbs_[a-z2-7]{32}[a-z2-7]{6}$/

/** A new secret: `kbs_`, 160 random bits in base32, six characters of checksum. Shown once, never stored. */
export function makeSecret(): string {
  const body = base32(randomBytes(20))
  return `kbs_${body}${checksum(body)}`
}

/** Does the text have the form and checksum of a secret? Mistyped keys are told apart without a look-up. */
export function looksLikeSecret(text: string): boolean {
  return PATTERN.test(text) && checksum(text.slice(4, 36)) === text.slice(36)
}

/** SHA-256 of a secret in hex: the only form in which it is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

function checksum(body: string): string {
  return base32(createHash('sha256').update(`kbs:${body}`).digest().subarray(0, 4)).slice(0, 6)
}

function base32(bytes: Uint8Array): string {
  let out = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += ALPHABET[(buffer >> bits) & 31]
    }
  }
  return bits > 0 ? out + ALPHABET[(buffer << (5 - bits)) & 31] : out
}
