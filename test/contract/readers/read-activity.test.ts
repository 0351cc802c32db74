import { describe, expect, test } from 'vitest'
import { offersActivity, readActivities } from '#contract/readers/read-activity.ts'

const MOVE = {
  id: '7',
  at: '2026-11-28T22:10:00Z',
  type: 'card_moved',
  actor: { clientId: 'client-1', name: 'Ada' },
  card: { id: '101', number: 101, title: 'Rotate keys' },
  from: 'Queued',
  to: 'Building',
}

describe('the activity of a board [gap G30]', () => {
  test('is read with its actor, card, and columns', () => {
    const list = readActivities({ activities: [MOVE], hasMore: true })
    expect(list?.hasMore).toBe(true)
    expect(list?.activities).toEqual([
      {
        ...MOVE,
        at: Date.parse(MOVE.at),
        reason: '',
        addedLabels: [],
        removedLabels: [],
        label: '',
        fields: [],
        author: '',
        commit: '',
      },
    ])
  })

  test.each([
    ['of an unknown type', { type: 'card_exploded' }],
    ['without an id', { id: null }],
    ['without a time', { at: 'yesterday' }],
  ])('an entry %s is left out', (_, change) => {
    const read = readActivities({ activities: [{ ...MOVE, ...change }, 7, MOVE] })
    expect(read?.activities.map(({ id }) => id)).toEqual(['7'])
    expect(read?.hasMore).toBe(false)
  })

  test.each([
    ['null', null],
    ['a text', 'Ada'],
    ['without a name', {}],
  ])('nobody is named for an actor that is %s', (_, actor) => {
    expect(readActivities({ activities: [{ ...MOVE, actor }] })?.activities[0]?.actor).toBeNull()
  })

  test('is undefined without a list', () => {
    for (const json of [undefined, [], { activities: {} }]) {
      expect(readActivities(json)).toBeUndefined()
    }
  })

  test('is asked for only where the board offers it', () => {
    expect(offersActivity({ offers: ['changes', 'activity'] })).toBe(true)
    for (const facts of [undefined, {}, { offers: 'activity' }, { offers: ['changes'] }]) {
      expect(offersActivity(facts)).toBe(false)
    }
  })
})
