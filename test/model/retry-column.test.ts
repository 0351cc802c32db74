import { expect, test } from 'vitest'
import { retryColumn } from '#model/retry-column.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const columns = [aColumn('a', [1]), aColumn('b', []), aColumn('c', [], { minRole: 'maintainer' })]
const board = { ...aBoard({}), columns }
const blocked = { ...aCard(1), statusId: 'a', blocked: { reason: 'x' } }

test('a blocked card goes where the refused move went, or else to the next column', () => {
  const repeated = retryColumn(blocked, board, 'c', 'maintainer')
  expect([repeated?.column.key, repeated?.isRepeated]).toEqual(['c', true])
  const next = retryColumn(blocked, board, undefined, 'member')
  expect([next?.column.key, next?.isRepeated]).toEqual(['b', false])
})

test('nothing is offered without a block, above the role, or after the last column', () => {
  expect(retryColumn({ ...blocked, blocked: null }, board, 'b', 'member')).toBeUndefined()
  expect(retryColumn(blocked, board, 'c', 'member')).toBeUndefined()
  expect(retryColumn({ ...blocked, statusId: 'c' }, board, undefined, 'owner')).toBeUndefined()
})

test('no move is offered that nobody has chosen and that can’t be reversed', () => {
  const [first, ...others] = columns
  const oneWay = {
    ...board,
    columns: first ? [{ ...first, minRole: 'maintainer' }, ...others] : [],
  }
  expect(retryColumn(blocked, oneWay, undefined, 'member')).toBeUndefined()
  expect(retryColumn(blocked, oneWay, 'b', 'member')?.column.key).toBe('b')
})
