import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MeasuredHeights, RowPositions } from '#ui/row-positions.ts'

const OPTIONS = { keyOf: (item: string) => item, estimateHeight: () => 100, gap: 10 }

function positionsOf(count: number, measured = new MeasuredHeights()) {
  const items = Array.from({ length: count }, (_, index) => `row ${index}`)
  return new RowPositions(items, OPTIONS, measured)
}

describe('the positions of rows', () => {
  test('follow from estimates until a height is known', () => {
    const positions = positionsOf(4)
    expect([positions.topOf(0), positions.topOf(2), positions.heightFrom(0)]).toEqual([0, 220, 440])
    expect(positions.measure(1, 150)).toBe(50)
    expect(positions.measure(1, 150)).toBe(0)
    expect([positions.topOf(1), positions.topOf(2), positions.heightFrom(0)]).toEqual([
      110, 270, 490,
    ])
    expect([positions.heightFrom(3), positions.heightFrom(4)]).toEqual([110, 0])
  })

  test('know the rows between two heights', () => {
    const positions = positionsOf(100)
    expect(positions.rangeBetween(-500, 109)).toEqual({ first: 0, end: 1 })
    expect(positions.rangeBetween(110, 330)).toEqual({ first: 1, end: 4 })
    expect(positions.rangeBetween(50_000, 60_000)).toEqual({ first: 99, end: 100 })
    expect(positionsOf(0).rangeBetween(0, 500)).toEqual({ first: 0, end: 0 })
  })

  test('keep the measured heights of rows that are elsewhere now', () => {
    const measured = new MeasuredHeights()
    positionsOf(3, measured).measure(2, 40)
    const moved = new RowPositions(['row 2', 'row 0'], OPTIONS, measured)
    expect([moved.topOf(1), moved.heightFrom(0)]).toEqual([50, 160])
  })

  test('are the sums of all heights, in whatever order they become known', () => {
    const heights = fc.array(fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 300 })))
    fc.assert(
      fc.property(heights, (known) => {
        const positions = positionsOf(20)
        const expected = Array.from({ length: 20 }, () => 100)
        for (const [index, height] of known) {
          positions.measure(index, height)
          expected[index] = height
          const top = expected.slice(0, index + 1).reduce((sum, one) => sum + one + 10, 0)
          expect(positions.topOf(index + 1)).toBe(top)
          expect(positions.indexAt(top - 11)).toBe(index)
        }
      }),
      { seed: 1 },
    )
  })

  test('are the same whether or not they take over the heights of the list before a change', () => {
    const change = fc.record({ at: fc.nat(20), removed: fc.nat(3), added: fc.nat(3) })
    const rows = Array.from({ length: 20 }, (_, index) => `row ${index}`)
    fc.assert(
      fc.property(change, fc.array(fc.nat(19)), ({ at, removed, added }, measuredRows) => {
        const fresh = Array.from({ length: added }, (_, index) => `new row ${index}`)
        const after = rows.toSpliced(at, removed, ...fresh)
        const measured = new MeasuredHeights()
        const previous = new RowPositions(rows, OPTIONS, measured)
        for (const index of measuredRows) previous.measure(index, 20 + index)
        const taken = new RowPositions(after, OPTIONS, measured, previous)
        const computed = new RowPositions(after, OPTIONS, measured)
        const topsOf = (positions: RowPositions<string>) =>
          [...after.keys(), after.length].map((index) => positions.topOf(index))
        expect(topsOf(taken)).toEqual(topsOf(computed))
      }),
      { seed: 1 },
    )
  })

  test('estimate the heights of new rows only', () => {
    const estimated: string[] = []
    const options = {
      ...OPTIONS,
      estimateHeight: (item: string) => {
        estimated.push(item)
        return 100
      },
    }
    const before = new RowPositions(['a', 'b', 'c', 'd'], options, new MeasuredHeights())
    estimated.length = 0
    new RowPositions(['a', 'b', 'x', 'd'], options, new MeasuredHeights(), before)
    new RowPositions(['a', 'c', 'd'], options, new MeasuredHeights(), before)
    new RowPositions(['a', 'b', 'c', 'd', 'y'], options, new MeasuredHeights(), before)
    expect(estimated).toEqual(['x', 'y'])
  })

  test('know a height that was measured after the list before had rendered', () => {
    const measured = new MeasuredHeights()
    const first = new RowPositions(['a', 'b'], OPTIONS, measured)
    const second = new RowPositions(['a', 'b', 'c'], OPTIONS, measured, first)
    // The second list isn't on the screen yet.
    first.measure(0, 40)
    const third = new RowPositions(['a', 'b', 'c', 'd'], OPTIONS, measured, second)
    expect(third.topOf(1)).toBe(50)
  })
})
