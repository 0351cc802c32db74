import { expect, test } from 'vitest'
import { SharedTurn } from '#service/live/shared-turn.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('the values of one turn share the work, and a later one gets new work', async () => {
  const runs: string[][] = []
  const turn = new SharedTurn(async (values: readonly string[]) => {
    runs.push([...values])
    const run = runs.length
    // Work that takes longer isn't for those who ask later.
    await nextTurn()
    await nextTurn()
    return values.map((value) => `${value} ${run}`)
  })
  const first = [turn.run('a'), turn.run('a'), turn.run('b')]
  await nextTurn()
  const later = turn.run('a')
  expect(await Promise.all([...first, later])).toEqual(['a 1', 'a 1', 'b 1', 'a 2'])
  expect(runs).toEqual([['a', 'a', 'b'], ['a']])
})

test('a failure is for the callers of its turn only', async () => {
  let isLost = true
  const turn = new SharedTurn((values: readonly number[]) =>
    isLost ? Promise.reject(new Error('lost')) : Promise.resolve(values),
  )
  const failing = [turn.run(1), turn.run(2)]
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
  isLost = false
  expect(await turn.run(3)).toBe(3)
})

test('the work begins after the last call of its turn', async () => {
  let isRevoked = false
  const turn = new SharedTurn(async (values: readonly string[]) => values.map(() => isRevoked))
  const first = turn.run('a')
  isRevoked = true
  const second = turn.run('a')
  expect(await Promise.all([first, second])).toEqual([true, true])
})
