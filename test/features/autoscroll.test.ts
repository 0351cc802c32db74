import { expect, test } from 'vitest'
import { speed } from '#features/board/use-autoscroll.ts'

test('the speed is nothing in the middle and grows gently towards an edge', () => {
  expect(speed(400, 0, 800)).toBe(0)
  expect(speed(70, 0, 800)).toBe(0)
  const towardsEnd = [740, 760, 780, 800, 900].map((at) => speed(at, 0, 800))
  expect(towardsEnd).toEqual([...towardsEnd].sort((a, b) => a - b))
  expect(towardsEnd[0]).toBeLessThan(2)
  expect(towardsEnd.at(-1)).toBe(18)
  expect(speed(20, 0, 800)).toBe(-speed(780, 0, 800))
})

test('a short list keeps a middle in which nothing scrolls', () => expect(speed(50, 0, 100)).toBe(0))
