import { expect, test } from 'vitest'
import { type Activity, readActivities } from '#contract/readers/read-activity.ts'
import { groupActivities } from '#model/activity-text.ts'

let nextId = 100

const ADA = { clientId: 'ada', name: 'Ada' }
const BEN = { clientId: 'ben', name: 'Ben' }

function activity(number: number, fields: object, minute = 0): Activity {
  nextId -= 1
  const at = new Date(Date.UTC(2026, 10, 28, 9, 60 - minute)).toISOString()
  const card = { id: String(number), number, title: `Card ${number}` }
  const json = { id: String(nextId), at, type: 'card_moved', actor: ADA, card, ...fields }
  const [read] = readActivities({ activities: [json] })?.activities ?? []
  if (!read) throw new Error('The activity can’t be read.')
  return read
}

const move = (number: number, fields: object = {}, minute = 0) =>
  activity(number, { from: 'Queued', to: 'Building', ...fields }, minute)

const texts = (list: readonly Activity[], own?: string) =>
  groupActivities(list, own).map(({ text }) => text)

test('many cards that one person moves to one column are one sentence', () => {
  expect(texts([move(1), move(2), move(3)])).toEqual(['Ada moved 3 cards from Queued to Building.'])
  expect(texts([move(1), move(2, { from: 'Review' })])).toEqual(['Ada moved 2 cards to Building.'])
})

test.each([
  ['by another person', move(2, { actor: BEN })],
  ['to another column', move(2, { to: 'Review' })],
  ['minutes earlier', move(2, {}, 5)],
  ['of the same card', move(1)],
])('a move %s is a sentence of its own', (_, other) => {
  expect(texts([move(1), other])).toHaveLength(2)
})

test('refusals are told one by one, with their reason', () => {
  const refused = { type: 'card_refused', to: 'Review', reason: 'branch conflicts with main.' }
  expect(texts([activity(1, refused), activity(2, refused)])).toEqual([
    'Ada couldn’t move #1 Card 1 to Review: branch conflicts with main.',
    'Ada couldn’t move #2 Card 2 to Review: branch conflicts with main.',
  ])
})

test('the name of a key is as the service has it', () => {
  const bot = { clientId: 'bot', name: 'release bot' }
  expect(texts([move(1, { actor: bot })])).toEqual([
    'release bot moved #1 Card 1 from Queued to Building.',
  ])
})

test('the reader is “You”, and the repository “A push”', () => {
  expect(texts([move(1)], 'ada')).toEqual(['You moved #1 Card 1 from Queued to Building.'])
  expect(texts([move(1, { actor: null })])).toEqual([
    'A push moved #1 Card 1 from Queued to Building.',
  ])
})

test.each([
  [{ type: 'card_labels', addedLabels: ['bug', 'docs'] }, 'Ada added bug and docs to #1 Card 1.'],
  [{ type: 'card_labels', removedLabels: ['bug'] }, 'Ada removed bug from #1 Card 1.'],
  [
    { type: 'card_labels', addedLabels: ['bug'], removedLabels: ['docs'] },
    'Ada added bug to #1 Card 1 and removed docs.',
  ],
  [{ type: 'card_labels' }, 'Ada changed the labels of #1 Card 1.'],
  [{ type: 'card_added', to: 'Queued' }, 'Ada added #1 Card 1 to Queued.'],
  [
    { type: 'card_added', to: 'Work', actor: null, author: 'Ben' },
    'New in Work: #1 Card 1, by Ben.',
  ],
  [
    { type: 'card_edited', fields: ['title', 'priority'] },
    'Ada changed the title and the priority of #1 Card 1.',
  ],
  [{ type: 'card_removed' }, 'Ada removed #1 Card 1 from the board.'],
  [{ type: 'card_removed', actor: null }, 'Gone with its branch: #1 Card 1.'],
  [{ type: 'card_unblocked', actor: null }, '#1 Card 1 is no longer blocked.'],
  [{ type: 'label_created', label: 'hotfix' }, 'Ada created the label hotfix.'],
  [{ type: 'label_changed', label: 'fix', from: 'bug' }, 'Ada renamed the label bug to fix.'],
  [{ type: 'label_deleted', label: 'bug' }, 'Ada deleted the label bug.'],
])('%j is “%s”', (fields, text) => {
  expect(texts([activity(1, fields)])).toEqual([text])
})
