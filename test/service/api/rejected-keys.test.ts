import { expect, test } from 'vitest'
import { limitRejectedKeys } from '#service/api/rate-limit.ts'
import { Problem } from '#service/http/problem.ts'

/** How many of the addresses get through, each with one key that isn't accepted. */
function acceptedOf(addresses: readonly string[]): number {
  const count = limitRejectedKeys(() => 0)
  return addresses.filter((address) => {
    try {
      count(address)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }).length
}

const many = (addressOf: (index: number) => string) =>
  Array.from({ length: 200 }, (_, index) => addressOf(index + 1))

test('keys that aren’t accepted are counted for each IPv4 address', () => {
  expect(acceptedOf(many(() => '192.0.2.7'))).toBe(60)
  expect(acceptedOf(many((index) => `192.0.2.${index}`))).toBe(200)
})

test.each([
  ['with all groups', (index: number) => `2001:db8:0:7:1:2:3:${index.toString(16)}`],
  ['shortened', (index: number) => `2001:db8:0:7::${index.toString(16)}`],
])('and for each IPv6 network of 64 bits: %s', (_, addressOf) => {
  expect(acceptedOf(many(addressOf))).toBe(60)
})

test('also when one address is written in two ways', () => {
  const written = many((index) => (index % 2 ? '2001:DB8::7:0:0:0:1' : '2001:db8:0:7::1'))
  expect(acceptedOf(written)).toBe(60)
})

test('and not together for two networks, or for IPv4 in IPv6', () => {
  expect(acceptedOf(many((index) => `2001:db8:0:${index.toString(16)}::1`))).toBe(200)
  expect(acceptedOf(many((index) => `::ffff:192.0.2.${index}`))).toBe(200)
})
