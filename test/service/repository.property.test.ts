import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { type Kill, KilledBoard } from '#test/support/killed-board.ts'
import { STAGES } from '#test/support/repository-model.ts'
import { BRANCHES, RepositorySchedule, type Step } from '#test/support/repository-schedule.ts'
import { scheduleCount, scheduleSeed } from '#test/support/schedule-count.ts'

const SCHEDULES = scheduleCount({ quick: 10, full: 300 })
const ROUNDS = scheduleCount({ quick: 2, full: 20 })

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

test(`the board matches git after every step of ${SCHEDULES} schedules of pushes and promotions`, async () => {
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
  await fc.assert(property, { numRuns: SCHEDULES, seed: scheduleSeed() })
}, 3_600_000)

const CARDS_PER_ROUND = 16

/** Half of the rounds wait until a stage is locked: a ref transaction is half done only then. */
const kills = (round: number): Kill => ({
  victims: ['service and git', 'service', 'git before service'][round % 3] as Kill['victims'],
  isAtLock: round % 2 === 0,
})

test.each(['a work tree', 'a bare repository'])(
  `promotions in %s are all or nothing in ${ROUNDS / 2} rounds of kill -9`,
  async (name) => {
    const repository = createRepository()
    const board = new KilledBoard(
      name === 'a bare repository' ? createBareCopy(repository) : repository,
    )
    await board.start()
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const cards = board.addCards(CARDS_PER_ROUND)
      await board.seeCards()
      await board.killDuring(cards, kills(round))
      await board.start()
      expect(await board.faults(), JSON.stringify(kills(round))).toEqual([])
      expect(await board.promoteOneMore()).toBe(200)
    }
    await board.stop()
    const { acknowledged, interrupted } = board
    console.info(`${acknowledged.size} acknowledged, ${interrupted} kills during a ref transaction`)
  },
  3_600_000,
)

test(`moves back are all or nothing in ${ROUNDS / 2} rounds of kill -9`, async () => {
  const board = new KilledBoard(createBareCopy(createRepository()))
  await board.start()
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const cards = board.addCards(CARDS_PER_ROUND)
    await board.seeCards()
    await board.promoteAll(cards)
    await board.killDuring(cards, kills(round), 'move back')
    await board.start()
    expect(await board.faults(), JSON.stringify(kills(round))).toEqual([])
    expect(await board.promoteOneMore()).toBe(200)
  }
  await board.stop()
  const { movedBack, interrupted } = board
  console.info(`${movedBack.size} acknowledged, ${interrupted} kills during a ref transaction`)
}, 3_600_000)
