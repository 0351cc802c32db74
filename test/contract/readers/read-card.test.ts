import { describe, expect, test } from 'vitest'
import { readAssignee, readBlocked, readCard } from '#contract/readers/read-card.ts'

describe('the blocked flag [gap G5]', () => {
  test.each([
    [{}],
    [{ blocked: null }],
    [{ blocked: false }],
    [{ blocked: 0 }],
    [{ blocked: '' }],
    [{ blocked: 'false' }],
    [{ blocked: [] }],
  ])('%j is not blocked', (card) => expect(readBlocked(card)).toBeNull())

  test.each([
    [{ blocked: true }, ''],
    [{ blocked: 'true' }, ''],
    [{ blocked: 1 }, ''],
    [{ blocked: {} }, ''],
    [{ blocked: 'checks are red' }, 'checks are red'],
    [{ blocked: { reason: 'conflicts' } }, 'conflicts'],
    [{ blocked: { error: 1, detail: 'deep', code: 'c' } }, 'deep'],
    [{ blocked: { reason: { message: 'nested' } } }, 'nested'],
    [{ blocked: ['one', { text: 'two' }] }, 'one; two'],
    [{ blocked: true, blockedReason: 'beside' }, 'beside'],
    [
      { blocked: true, promotion: { refusedBecause: 1, message: 'inside a sibling' } },
      'inside a sibling',
    ],
    [{ blocked: 1, title: 'a reason in the title is none' }, ''],
  ])('%j is blocked with the reason "%s"', (card, reason) =>
    expect(readBlocked(card)?.reason).toBe(reason),
  )

  test.each([
    [{ blocked: { reason: 'r', code: 'checks_red' } }, 'checks_red'],
    [{ blocked: { code: 'needs_review' } }, 'needs_review'],
    [{ blocked: { reason: 'r', code: '' } }, undefined],
    [{ blocked: { reason: 'r', code: 7 } }, '7'],
    [{ blocked: { reason: 'r', code: {} } }, undefined],
    [{ blocked: 'checks_red' }, undefined],
  ])('%j has the code "%s"', (card, code) => expect(readBlocked(card)?.code).toBe(code))
})

describe('the assignee [gap G7]', () => {
  test.each([
    [null, null],
    [undefined, null],
    ['', null],
    ['Ada', 'Ada'],
    [17, '17'],
    [{ id: '9', name: 'Ada' }, 'Ada'],
    [{ id: '9', login: 'ada' }, 'ada'],
    [{ id: '9' }, '9'],
    [{ x: 1 }, 'assigned'],
    [['Ada', { name: 'Mei' }], 'Ada,\u00a0Mei'],
    [[], null],
  ])('from %j is %j', (value, name) => expect(readAssignee(value)).toBe(name))
})

describe('the labels of a card [gap G6]', () => {
  const labelsOf = (labels: unknown) => readCard({ id: '1', number: 1, labels }, 'a', '0').labels

  test('can be ids, numbers, or objects', () => {
    expect(
      labelsOf([
        '7',
        8,
        { id: 9, name: 'nine' },
        { labelId: '10' },
        { label: { id: '11', color: 'RED' } },
      ]),
    ).toEqual([
      { id: '7' },
      { id: '8' },
      { id: '9', name: 'nine' },
      { id: '10' },
      { id: '11', color: 'RED' },
    ])
  })
  test('are null when the card has no list of labels, so that nothing is overwritten', () => {
    expect(labelsOf(undefined)).toBeNull()
    expect(labelsOf('7')).toBeNull()
    expect(labelsOf(['7', {}])).toBeNull()
  })
  test('contain no duplicates', () =>
    expect(labelsOf(['7', 7, { id: '7' }])).toEqual([{ id: '7' }]))
})

test('a card is locked when it has no valid number', () => {
  for (const number of [undefined, 1.5, -1, 'x', 2 ** 60]) {
    expect(readCard({ id: '1', number }, 'a', '0').lockedReason).toContain('no-number')
  }
  expect(readCard({ id: '1', number: '42' }, 'a', '0').number).toBe(42)
})

test('a title is truncated when it is too long', () => {
  expect(readCard({ id: '1', number: 1, title: 'x'.repeat(100_000) }, 'a', '0').title.length).toBe(
    4_000,
  )
})
