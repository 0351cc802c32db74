import { expect, test } from 'vitest'
import { attentionOf, hasState, isReady, partlyColumn, partlyIn } from '#model/card-evidence.ts'
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
