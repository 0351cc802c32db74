import { expect, test } from 'vitest'
import { speed } from '#features/board/dnd/autoscroll.ts'

test('the scroll speed is 0 in the middle and increases toward an edge', () => {
  expect(speed(400, 0, 800)).toBe(0)
  expect(speed(70, 0, 800)).toBe(0)
  const speeds = [740, 760, 780, 800, 900].map((position) => speed(position, 0, 800))
  expect(speeds).toEqual([...speeds].sort((a, b) => a - b))
  expect(speeds[0]).toBeLessThan(2)
  expect(speeds.at(-1)).toBe(18)
  expect(speed(20, 0, 800)).toBe(-speed(780, 0, 800))
})

test('the scroll speed is 0 in the middle of a short column', () =>
  expect(speed(50, 0, 100)).toBe(0))
