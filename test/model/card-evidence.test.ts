import { describe, expect, test } from 'vitest'
import {
  attentionOf,
  hasState,
  idleDays,
  isReady,
  longStay,
  partlyColumn,
  partlyIn,
  stopCause,
} from '#model/card-evidence.ts'
import { aCard, aColumn } from '#test/support/builders.ts'

const columns = ['Work', 'Main', 'Staging'].map((name, index) =>
  aColumn(String(index + 1), [], { name, statusId: String(index + 1) }),
)
const withPartly = (partly: unknown) => aCard(1, { repository: { partly } })

test('a card that further columns have a part of names the furthest one', () => {
  const card = withPartly([{ statusId: '2' }, { statusId: '3', files: ['a.ts'] }])
  expect(partlyIn(card)).toEqual(['2', '3'])
  expect(partlyColumn(card, columns)).toBe('Staging')
  expect(hasState(card, 'partly', 0)).toBe(true)
})

test.each([undefined, [], 'all', [null, 7, { files: [] }], [{ statusId: '9' }]])(
  'with %j, it names none',
  (partly) => {
    expect(partlyColumn(withPartly(partly), columns)).toBeUndefined()
  },
)

test('a card without a repository is nowhere in part', () => {
  expect(hasState(aCard(1), 'partly', 0)).toBe(false)
})

test('a card that the service is looking for says so, and not that it’s ready', () => {
  const next = { statusId: '2', result: 'clean' }
  const looked = aCard(1, { repository: { placedBy: 'unknown', next } })
  expect([attentionOf(looked), hasState(looked, 'looking', 0), isReady(looked)]).toEqual([
    'looking',
    true,
    false,
  ])
  expect(isReady(aCard(1, { repository: { placedBy: 'work', next } }))).toBe(true)
})

test.each([
  ['conflicts', 'conflicts'],
  ['no_common_history', 'unrelated'],
  ['nothing_to_merge', 'nothing'],
  ['checks_red', 'checks'],
  ['checks_pending', undefined],
  ['clean', undefined],
])('a card whose next move would be %s can’t move for the cause %s', (result, cause) => {
  const card = aCard(1, { repository: { placedBy: 'work', next: { statusId: '2', result } } })
  expect(stopCause(card)).toBe(cause)
  expect(hasState(card, 'untried', 0)).toBe(cause !== undefined)
  expect(hasState(card, 'refused', 0)).toBe(false)
})

test('a refused card can’t move for the cause of its refusal, whatever its next move would do', () => {
  const next = { statusId: '2', result: 'clean' }
  const blocked = { reason: 'checks are red', code: 'checks_red' }
  const card = aCard(1, { blocked, repository: { placedBy: 'work', next } })
  expect(stopCause(card)).toBe('checks')
  expect([hasState(card, 'refused', 0), hasState(card, 'untried', 0)]).toEqual([true, false])
})

test('a card says how long it has been in its column from a week on, but not in the last one', () => {
  const day = 86_400_000
  const entered = Date.parse('2026-11-01T00:00:00Z')
  const repository = { placedBy: 'ancestry', enteredAt: '2026-11-01T00:00:00Z' }
  const card = aCard(1, { statusId: '2', repository })
  const after = (days: number) => longStay(card, columns, entered + days * day)
  expect([after(6.9), after(7), after(9.5)]).toEqual([undefined, 7, 9])
  expect([
    hasState(card, 'long', entered + 6 * day),
    hasState(card, 'long', entered + 7 * day),
  ]).toEqual([false, true])
  const last = aCard(1, { statusId: '3', repository })
  expect(longStay(last, columns, entered + 30 * day)).toBeUndefined()
  expect(longStay(aCard(1, { statusId: '2' }), columns, entered + 30 * day)).toBeUndefined()
})

test('a card says how long it has had no commit, as the filter counts it, but not in the last column', () => {
  const day = 86_400_000
  const committed = Date.parse('2026-10-01T00:00:00Z')
  const repository = { committedAt: '2026-10-01T00:00:00Z' }
  const card = aCard(1, { statusId: '1', repository })
  const after = (days: number) => idleDays(card, columns, committed + days * day)
  expect([after(29), after(30), after(41.5)]).toEqual([undefined, undefined, 41])
  expect(hasState(card, 'stale', committed + 41.5 * day)).toBe(true)
  const last = aCard(1, { statusId: '3', repository })
  expect(idleDays(last, columns, committed + 41 * day)).toBeUndefined()
  expect(idleDays(aCard(1, { statusId: '1' }), columns, committed)).toBeUndefined()
})

test('a time that is no text is no time', () => {
  for (const committedAt of [{ toString: null }, ['2026-10-01'], 1_790_000_000_000, null]) {
    const card = aCard(1, { repository: { committedAt } })
    expect(idleDays(card, columns, Date.parse('2026-12-01'))).toBeUndefined()
  }
})

describe('an open pull request', () => {
  const cardWith = (pull: object | undefined, more: object = {}) =>
    aCard(1, { repository: { placedBy: 'work', pull, ...more } })
  const next = { statusId: '2', result: 'clean' }

  test.each([
    [{ state: 'open', review: 'none' }, undefined],
    [{ state: 'open', review: 'approved' }, undefined],
    [{ state: 'open', review: 'required' }, 'review'],
    [{ state: 'open', review: 'changes_requested' }, 'changes'],
    [{ state: 'draft', review: 'required' }, 'draft'],
    [{ state: 'merged', review: 'required' }, undefined],
    [{ state: 'closed', review: 'changes_requested' }, undefined],
  ])('%j shows %s: with that a card isn’t ready, but can be moved', (pull, sign) => {
    const card = cardWith({ number: 128, ...pull }, { next })
    expect([attentionOf(card), stopCause(card)]).toEqual([sign, undefined])
    const isReadyNow = sign === undefined
    expect([isReady(card), hasState(card, 'ready', 0)]).toEqual([isReadyNow, isReadyNow])
    if (sign) expect(hasState(card, sign, 0)).toBe(true)
  })

  test('that is blocked isn’t ready either, whatever its next move would do', () => {
    const card = { ...cardWith(undefined, { next }), blocked: { reason: 'checks are red' } }
    expect([isReady(card), hasState(card, 'ready', 0)]).toEqual([false, false])
  })

  test('says less than what is in the way, and more than a check that runs', () => {
    const pull = { number: 128, state: 'open', review: 'required' }
    const conflicting = { next: { statusId: '2', result: 'conflicts' } }
    expect(attentionOf(cardWith(pull, conflicting))).toBe('conflicts')
    const red = { next, checks: [{ name: 'unit', state: 'failure' }] }
    expect(attentionOf(cardWith(pull, red))).toBe('red')
    expect(stopCause(cardWith(pull, red))).toBeUndefined()
    const running = { next, checks: [{ name: 'unit', state: 'pending' }] }
    expect(attentionOf(cardWith(pull, running))).toBe('review')
    expect(attentionOf(cardWith(undefined, running))).toBe('running')
  })

  test.each([
    ['draft', 'draft'],
    ['review_missing', 'nopull'],
    ['checks_missing', 'unchecked'],
    ['checks_unknown', 'unchecked'],
  ])('that a move waits for (%s) is no cause why it can’t', (result, sign) => {
    const card = cardWith(undefined, { next: { statusId: '2', result } })
    expect([attentionOf(card), isReady(card), stopCause(card)]).toEqual([sign, false, undefined])
  })

  test('of which a move needs an approval says so, unless there is none to approve', () => {
    const waiting = { next: { statusId: '2', result: 'review_missing' } }
    const signOf = (pull: object | undefined) => attentionOf(cardWith(pull, waiting))
    expect(signOf({ number: 1, state: 'open', review: 'approved' })).toBe('review')
    expect(signOf({ number: 1, state: 'merged', review: 'none' })).toBe('review')
    expect(signOf({ number: 1, state: 'closed', review: 'approved' })).toBe('nopull')
    expect(signOf(undefined)).toBe('nopull')
  })

  test('is missing only from a branch that is there', () => {
    const pull = { number: 128, state: 'open' }
    expect(hasState(cardWith(undefined), 'nopull', 0)).toBe(true)
    expect(hasState(cardWith(pull), 'nopull', 0)).toBe(false)
    expect(hasState(cardWith(undefined, { isDeleted: true }), 'nopull', 0)).toBe(false)
    expect(hasState(aCard(1), 'nopull', 0)).toBe(false)
  })
})
