import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/board.ts'
import { judgeMove, type MoveAnswer, type MoveIntent } from '#model/move-outcome.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const intent: MoveIntent = {
  cardId: '1001',
  cardNumber: 1,
  cardTitle: 'Card 1',
  blockedBefore: null,
  fromStatusId: 'a',
  fromName: 'Queued',
  toStatusId: 'b',
  toName: 'Building',
}
const moved = aBoard({ a: [], b: [1], c: [] })
const still = aBoard({ a: [1], b: [], c: [] })
const away = aBoard({ a: [], b: [], c: [1] })
const gone = aBoard({ a: [], b: [], c: [] })
const blocked: Board = {
  columns: [
    aColumn('a', [], { cards: [aCard(1, { blocked: { reason: 'checks are red: unit-tests failed.' } })] }),
    aColumn('b', []),
  ],
  unreadable: 0,
  incomplete: false,
}

describe('the read is believed, not the answer', () => {
  const cases: [string, MoveAnswer, Board, boolean, string | undefined, string][] = [
    ['accepted and there', { kind: 'accepted' }, moved, false, 'moved', '#1 Card 1 moved from Queued to Column b.'],
    [
      'no answer, but there',
      { kind: 'no-answer', words: 'x' },
      moved,
      false,
      'moved',
      '#1 Card 1 moved from Queued to Column b.',
    ],
    [
      'refused, but there',
      { kind: 'refused', words: 'x' },
      moved,
      false,
      'moved',
      '#1 Card 1 moved from Queued to Column b.',
    ],
    [
      'refused without words, with the card’s reason',
      { kind: 'refused', words: '' },
      blocked,
      false,
      'refused',
      '#1 Card 1 not moved: checks are red: unit-tests failed.',
    ],
    [
      'refused with words alone',
      { kind: 'refused', words: 'try later' },
      still,
      false,
      'refused',
      '#1 Card 1 not moved: try later.',
    ],
    [
      'accepted, unmoved and blocked',
      { kind: 'accepted' },
      blocked,
      false,
      'refused',
      '#1 Card 1 not moved: checks are red: unit-tests failed.',
    ],
    [
      'role too low',
      { kind: 'not-allowed', words: 'Needs owner.' },
      still,
      false,
      'not-allowed',
      '#1 Card 1 not moved: Needs owner.',
    ],
    [
      'key refused',
      { kind: 'key-refused', words: '' },
      still,
      false,
      'not-allowed',
      '#1 Card 1 not moved: the service did not accept the key.',
    ],
    ['accepted, nothing yet', { kind: 'accepted' }, still, false, undefined, ''],
    [
      'accepted, nothing at last',
      { kind: 'accepted' },
      still,
      true,
      'unknown',
      '#1 Card 1: asked for Column b, no proof yet. It still stands in Column a.',
    ],
    [
      'no answer, nothing at last',
      { kind: 'no-answer', words: 'x' },
      still,
      true,
      'unknown',
      '#1 Card 1: asked for Column b, no proof yet. It still stands in Column a. x.',
    ],
    [
      'refused, and elsewhere',
      { kind: 'refused', words: 'no' },
      away,
      false,
      'refused',
      '#1 Card 1 not moved: no. It now stands in Column c.',
    ],
    [
      'accepted, and elsewhere',
      { kind: 'accepted' },
      away,
      false,
      'unknown',
      '#1 Card 1 was not seen in Column b. It now stands in Column c.',
    ],
    ['gone', { kind: 'accepted' }, gone, false, 'gone', '#1 Card 1 is no longer on this board.'],
  ]
  test.each(cases)('%s', (_, answer, board, waited, outcome, sentence) => {
    const judged = judgeMove(intent, answer, board, waited)
    expect(judged?.outcome).toBe(outcome)
    expect(judged?.sentence ?? '').toBe(sentence)
    expect(judged?.note ?? '', 'the card’s own name stands above its note').not.toContain('#1')
  })
})

test('an old reason is no answer: a card that was blocked before is looked at again', () => {
  const before = { ...intent, blockedBefore: 'checks are red: unit-tests failed.' }
  expect(judgeMove(before, { kind: 'accepted' }, blocked, false)).toBeUndefined()
  expect(judgeMove(before, { kind: 'accepted' }, blocked, true)?.outcome).toBe('refused')
})
