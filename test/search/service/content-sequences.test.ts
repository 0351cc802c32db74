import { expect, test } from 'vitest'
import {
  ContentWorlds,
  canFollow,
  nameOf,
  OPERATIONS,
  type Step,
  stepsOf,
  type World,
} from '#test/support/content-world.ts'
import { hasTime, realTime, reportSearch } from '#test/support/search.ts'

interface Scope {
  operations: string
  cards: number
  isStacked?: boolean
  /** Of all sequences that CI walks. A search with time walks longer ones. */
  length: number
  text?: (part: string) => string
}

/**
 * Walks every sequence up to a length, as a tree that shares its beginnings. After each step, the
 * files say what each stage has of each card.
 */
async function walk(scope: Scope, length: number, hasTimeLeft: () => boolean) {
  const worlds = new ContentWorlds(scope.text)
  const steps = stepsOf(scope.operations, scope.cards)
  let count = 0
  const differences: string[] = []
  const go = async (world: World, done: readonly Step[]): Promise<void> => {
    if (done.length === length) return
    for (const step of steps.filter((one) => canFollow(one, done.at(-1)))) {
      if (!hasTimeLeft()) return
      const all = [...done, step]
      const next = await worlds.run(world, step)
      count += 1
      const found = worlds.differences(next, all)
      differences.push(...found.map((one) => `${nameOf(all)}: ${one}`))
      // What follows would only repeat it.
      if (found.length === 0) await go(next, all)
    }
  }
  await go(await worlds.start(scope), [])
  return { count, differences }
}

test.each<[string, Scope]>([
  ['one card', { operations: OPERATIONS, cards: 1, length: 3 }],
  [
    'one card whose files have the same text as others',
    { operations: OPERATIONS, cards: 1, length: 2, text: () => 'other\n' },
  ],
  [
    'such a card, promoted, squashed, and continued',
    { operations: 'OPQSGC', cards: 1, length: 3, text: () => 'other\n' },
  ],
  ['two cards that share a file', { operations: 'PQBCUSGRM', cards: 2, length: 2 }],
  ['a card on another one', { operations: 'PQBCUSGRM', cards: 2, length: 2, isStacked: true }],
])('%s: after every sequence, the board says what the files say', async (_, scope) => {
  const startedAt = realTime()
  const all = await walk(scope, scope.length, () => true)
  expect(all.differences).toEqual([])
  reportSearch(`${all.count} states of all sequences up to ${scope.length}`)
  for (let { length } = scope; hasTime(startedAt); ) {
    length += 1
    const more = await walk(scope, length, () => hasTime(startedAt))
    expect(more.differences).toEqual([])
    const isWhole = hasTime(startedAt) ? 'all' : 'some'
    reportSearch(`${more.count} states of ${isWhole} sequences up to ${length}`)
  }
})

/** Of a card whose files have the same text as others. The board had something else for each. */
const ONCE_WRONG = [
  ...['POBC', 'POBO', 'SOBC', 'SOBO', 'GOBC', 'GOBO', 'QOBC', 'QOBO'],
  ...['QDOM', 'QTOM', 'QODM', 'QOTM'],
]

test.each(ONCE_WRONG)('%s: the board says what the files say', async (name) => {
  const worlds = new ContentWorlds(() => 'other\n')
  let world = await worlds.start({ cards: 1 })
  const done: Step[] = []
  for (const operation of name) {
    const step = { operation, card: 0 }
    done.push(step)
    world = await worlds.run(world, step)
    expect(worlds.differences(world, done), nameOf(done)).toEqual([])
  }
})
