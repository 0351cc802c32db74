import fc from 'fast-check'
import { test } from 'vitest'
import { CARDS, ContentSchedule, type ContentStep } from '#test/support/content-schedule.ts'
import { searchProperty } from '#test/support/search.ts'

const step = (type: Exclude<ContentStep, { card?: undefined } | { delayMs: number }>['type']) =>
  fc.record({
    type: fc.constant(type),
    card: fc.constantFrom(...CARDS),
  }) as fc.Arbitrary<ContentStep>

const anyStep: fc.Arbitrary<ContentStep> = fc.oneof(
  { weight: 2, arbitrary: step('merge') },
  { weight: 3, arbitrary: step('squash') },
  { weight: 2, arbitrary: step('rebase') },
  { weight: 4, arbitrary: step('revert') },
  { weight: 3, arbitrary: step('revert the revert') },
  { weight: 2, arbitrary: step('commit') },
  { weight: 1, arbitrary: step('force push') },
  { weight: 1, arbitrary: step('delete') },
  { weight: 3, arbitrary: step('promote') },
  { weight: 3, arbitrary: step('move back') },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('kill' as const),
      card: fc.constantFrom(...CARDS),
      delayMs: fc.integer({ min: 0, max: 120 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'merge main into staging' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' } as const) },
)

async function runSchedule(plan: readonly ContentStep[]): Promise<void> {
  const schedule = new ContentSchedule()
  try {
    await schedule.open()
    for (const one of plan) await schedule.run(one)
    schedule.checkEnd()
  } finally {
    await schedule.close()
  }
}

test('the board shows what was done after any squashes, reverts, moves, and kills', async () => {
  const steps = fc.array(anyStep, { minLength: 6, maxLength: 14 })
  const property = fc.asyncProperty(steps, runSchedule)
  await searchProperty(property, { rounds: 30 })
})

test('a stage that took a card out keeps it out when a stage that has it again is merged into it', () =>
  runSchedule([
    { type: 'squash', card: 3 },
    { type: 'promote', card: 1 },
    { type: 'merge main into staging' },
    { type: 'move back', card: 3 },
    { type: 'promote', card: 3 },
    { type: 'merge main into staging' },
  ]))

test('a part that was taken back stays out of a stage into which it is merged with the rest', () =>
  runSchedule([
    { type: 'rebase', card: 3 },
    { type: 'merge main into staging' },
    { type: 'commit', card: 3 },
    { type: 'promote', card: 3 },
    { type: 'revert', card: 3 },
    { type: 'rebase', card: 2 },
    { type: 'revert', card: 2 },
    { type: 'merge main into staging' },
    { type: 'restart' },
  ]))
