import { expect, test } from 'vitest'
import { immovableReason } from '#model/move-check.ts'
import { verdictBetween } from '#model/verdict-between.ts'
import { aCard, aColumn } from '#test/support/builders.ts'

const REASON = 'Releases decide what is here.'
const columns = ['Work', 'Main', 'Released', 'Live'].map((name) =>
  aColumn(name, [], {
    name,
    minRole: 'member',
    ...(name === 'Released' ? { lockedReason: REASON } : {}),
  }),
)
const verdictTo = (from: string, to: string) => {
  const target = columns.find(({ key }) => key === to)
  return target && verdictBetween('member', columns, from, target)
}

test('nobody moves a card into a locked column, or back out of one [gap G26]', () => {
  const refused = { type: 'no', requiredRole: '', reason: REASON }
  expect(verdictTo('Main', 'Released')).toEqual(refused)
  expect(verdictTo('Released', 'Main')).toEqual(refused)
  expect(verdictTo('Released', 'Work')).toEqual(refused)
})

test('a card goes on from a locked column, and passes it on the way', () => {
  expect(verdictTo('Released', 'Live')).toEqual({ type: 'yes' })
  expect(verdictTo('Main', 'Live')).toEqual({ type: 'yes' })
  expect(verdictTo('Live', 'Main')).toEqual({ type: 'yes' })
})

test('the cards of a locked last column say why they stay', () => {
  const last = columns.slice(0, 3)
  const card = aCard(1, { statusId: 'Released' })
  expect(immovableReason(card, last, 'owner')).toBe(REASON)
  expect(immovableReason(card, columns, 'owner')).toBeUndefined()
})
