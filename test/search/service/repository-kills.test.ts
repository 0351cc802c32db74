import { expect, test } from 'vitest'
import { createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { type Kill, KilledBoard } from '#test/support/killed-board.ts'
import { type Random, searchRounds } from '#test/support/search.ts'

const ROUNDS = 2
const CARDS_PER_ROUND = 16
const MAX_KILL_DELAY_MS = 1_200
/** In memory, git would be done with its refs before anybody can kill it. */
const DISK = process.env.TEST_DISK

/** Half of the rounds wait until a stage is locked: a ref transaction is half done only then. */
const anyKill = (random: Random, seed: number): Kill => ({
  victims: ['service and git', 'service', 'git before service'][seed % 3] as Kill['victims'],
  isAtLock: seed % 2 === 0,
  delayMs: random(MAX_KILL_DELAY_MS),
  serviceDelayMs: random(50),
})

test.each(['a work tree', 'a bare repository'])(
  'promotions in %s are all or nothing when the service or git is killed',
  async (name) => {
    const repository = createRepository(undefined, DISK)
    const board = new KilledBoard(
      name === 'a bare repository' ? createBareCopy(repository, DISK) : repository,
    )
    await board.start()
    await searchRounds(ROUNDS, async (random, seed) => {
      const cards = board.addCards(CARDS_PER_ROUND)
      await board.seeCards()
      const kill = anyKill(random, seed)
      await board.killDuring(cards, kill)
      await board.start()
      expect(await board.faults(), JSON.stringify(kill)).toEqual([])
      expect(await board.promoteOneMore()).toBe(200)
    })
    await board.stop()
    const { acknowledged, interrupted } = board
    console.info(`${acknowledged.size} acknowledged, ${interrupted} kills during a ref transaction`)
  },
)

test('moves back are all or nothing when the service or git is killed', async () => {
  const board = new KilledBoard(createBareCopy(createRepository(), DISK))
  await board.start()
  await searchRounds(ROUNDS, async (random, seed) => {
    const cards = board.addCards(CARDS_PER_ROUND)
    await board.seeCards()
    await board.promoteAll(cards)
    const kill = anyKill(random, seed)
    await board.killDuring(cards, kill, 'move back')
    await board.start()
    expect(await board.faults(), JSON.stringify(kill)).toEqual([])
    expect(await board.promoteOneMore()).toBe(200)
  })
  await board.stop()
  const { movedBack, interrupted } = board
  console.info(`${movedBack.size} acknowledged, ${interrupted} kills during a ref transaction`)
})
