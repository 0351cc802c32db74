import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/readers/read-board.ts'
import { type MoveIntent, type MoveResponse, moveOutcome } from '#model/move-outcome.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const intent: MoveIntent = {
  cardId: '1001',
  cardNumber: 1,
  cardTitle: 'Card 1',
  previousBlockedReason: null,
  fromStatusId: 'a',
  fromName: 'Queued',
  toStatusId: 'b',
  toName: 'Building',
}
const moved = aBoard({ a: [], b: [1], c: [] })
const unmoved = aBoard({ a: [1], b: [], c: [] })
const inThirdColumn = aBoard({ a: [], b: [], c: [1] })
const gone = aBoard({ a: [], b: [], c: [] })
const blocked: Board = {
  columns: [
    aColumn('a', [], {
      cards: [aCard(1, { blocked: { reason: 'checks are red: unit-tests failed.' } })],
    }),
    aColumn('b', []),
  ],
  unreadableCount: 0,
  hasNextPage: false,
}

describe('the outcome of a move, from the loaded board and the response,', () => {
  const cases: [string, MoveResponse, Board, boolean, string | undefined, string][] = [
    [
      'is moved when accepted and the card is in the target column',
      { type: 'accepted' },
      moved,
      false,
      'moved',
      '#1 Card 1 moved from Queued to Column b.',
    ],
    [
      'says what the service waits for when it applies the move later',
      { type: 'accepted', isDeferred: true, message: 'Checks are running: npm test' },
      unmoved,
      true,
      'unknown',
      '#1 Card 1: move from Queued to Column b not confirmed yet. It’s still in Column a. Checks are running: npm test.',
    ],
    [
      'isn’t known yet when the service applies it later, and an earlier write has put the card elsewhere',
      { type: 'accepted', isDeferred: true },
      inThirdColumn,
      false,
      undefined,
      '',
    ],
    [
      'is moved when there is no response but the card is in the target column',
      { type: 'unknown', message: 'x' },
      moved,
      false,
      'moved',
      '#1 Card 1 moved from Queued to Column b.',
    ],
    [
      'is moved when refused but the card is in the target column',
      { type: 'refused', message: 'x' },
      moved,
      false,
      'moved',
      '#1 Card 1 moved from Queued to Column b.',
    ],
    [
      'is refused with the reason on the card when the response has no message',
      { type: 'refused', message: '' },
      blocked,
      false,
      'refused',
      '#1 Card 1 not moved: checks are red: unit-tests failed.',
    ],
    [
      'is refused with the message in the response when the card has no reason',
      { type: 'refused', message: 'try later' },
      unmoved,
      false,
      'refused',
      '#1 Card 1 not moved: try later.',
    ],
    [
      'is refused when accepted but the card is blocked in its column',
      { type: 'accepted' },
      blocked,
      false,
      'refused',
      '#1 Card 1 not moved: checks are red: unit-tests failed.',
    ],
    [
      'is not allowed when the role is too low',
      { type: 'denied', message: 'Needs owner.' },
      unmoved,
      false,
      'denied',
      '#1 Card 1 not moved: Needs owner.',
    ],
    [
      'is not allowed when the key is not accepted',
      { type: 'key-rejected', message: '' },
      unmoved,
      false,
      'denied',
      '#1 Card 1 not moved: the service did not accept the key.',
    ],
    [
      'is undefined when accepted and more loads follow',
      { type: 'accepted' },
      unmoved,
      false,
      undefined,
      '',
    ],
    [
      'is unknown when accepted but the last load does not show the move',
      { type: 'accepted' },
      unmoved,
      true,
      'unknown',
      '#1 Card 1: move from Queued to Column b not confirmed yet. It’s still in Column a.',
    ],
    [
      'is unknown when there is no response and the last load does not show the move',
      { type: 'unknown', message: 'x' },
      unmoved,
      true,
      'unknown',
      '#1 Card 1: move from Queued to Column b not confirmed yet. It’s still in Column a. x.',
    ],
    [
      'is refused when the card is in a third column',
      { type: 'refused', message: 'no' },
      inThirdColumn,
      false,
      'refused',
      '#1 Card 1 not moved: no. It’s now in Column c.',
    ],
    [
      'is unknown when accepted but the card is in a third column',
      { type: 'accepted' },
      inThirdColumn,
      false,
      'unknown',
      '#1 Card 1 is not in Column b. It’s now in Column c.',
    ],
    [
      'is gone when the card is not on the board',
      { type: 'accepted' },
      gone,
      false,
      'gone',
      '#1 Card 1 is no longer on this board.',
    ],
  ]
  test.each(cases)('%s', (_, response, board, isLastLoad, outcome, message) => {
    const result = moveOutcome(intent, response, board, isLastLoad)
    expect(result?.type).toBe(outcome)
    expect(result?.message ?? '').toBe(message)
    expect(
      result?.cardStatus ?? '',
      'the card status does not repeat the name of the card',
    ).not.toContain('#1')
  })
})

test('a move of an already blocked card is refused only when the last load shows the same reason', () => {
  const blockedIntent = { ...intent, previousBlockedReason: 'checks are red: unit-tests failed.' }
  expect(moveOutcome(blockedIntent, { type: 'accepted' }, blocked, false)).toBeUndefined()
  expect(moveOutcome(blockedIntent, { type: 'accepted' }, blocked, true)?.type).toBe('refused')
})
