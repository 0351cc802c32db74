import fc from 'fast-check'
import { test } from 'vitest'
import { STAGES } from '#test/support/repository-model.ts'
import { BRANCHES, RepositorySchedule, type Step } from '#test/support/repository-schedule.ts'
import { searchProperty } from '#test/support/search.ts'

const branch = fc.constantFrom(...BRANCHES)
const stage = fc.constantFrom(...STAGES)
const anyBranch = fc.oneof({ weight: 2, arbitrary: branch }, { weight: 1, arbitrary: stage })
const file = fc.constantFrom('shared.txt', 'a.txt', 'b.txt', 'c.txt', 'd.txt')
const type = <Name extends string>(name: Name) => fc.constant(name)

const commit = fc.record({ type: type('commit'), branch, from: anyBranch, file })
const stageCommit = fc.record({ type: type('commit'), branch: stage, from: stage, file })
const merge = { type: type('merge'), isFastForward: fc.boolean() }
const promote = fc.record({ type: type('promote'), branch, by: fc.integer({ min: 1, max: 3 }) })
const branches = fc.uniqueArray(branch, { minLength: 2, maxLength: 4 })

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: commit },
  { weight: 2, arbitrary: stageCommit },
  { weight: 3, arbitrary: fc.record({ ...merge, source: branch, target: stage }) },
  { weight: 1, arbitrary: fc.record({ ...merge, source: stage, target: anyBranch }) },
  { weight: 1, arbitrary: fc.record({ type: type('reset'), branch, from: anyBranch }) },
  { weight: 1, arbitrary: fc.record({ type: type('push merged'), branch, stage, file }) },
  { weight: 2, arbitrary: fc.record({ type: type('delete'), branch }) },
  { weight: 6, arbitrary: promote },
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('promote together'),
      branches,
      push: stageCommit,
      delayMs: fc.integer({ min: 0, max: 150 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('restart') }) },
)

test('the board matches git after every push and promotion', async () => {
  const steps = fc.array(anyStep, { minLength: 6, maxLength: 12 })
  const property = fc.asyncProperty(steps, async (plan) => {
    const schedule = new RepositorySchedule()
    try {
      await schedule.open()
      for (const step of plan) await schedule.run(step)
      schedule.checkEnd()
    } finally {
      await schedule.close()
    }
  })
  await searchProperty(property, { rounds: 30 })
})
