import { expect, test } from 'vitest'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { assigneesOf } from '#model/assignees.ts'

const initialsOf = (assignee: string | null) =>
  assigneesOf({ assignee }).map(({ initials }) => initials)

test.each([
  [null, []],
  ['Ada Lovelace', ['AL']],
  ['Lovelace, Ada', ['LA']],
  ['ada', ['A']],
  ['👩‍💻 Dev', ['D']],
  ['Ada Lovelace de Byron', ['AB']],
  [['Ada Lovelace', 'Grace Hopper', 'Alan Turing'].join(ASSIGNEE_SEPARATOR), ['AL', 'GH', 'AT']],
  [['Ada', 'Ada'].join(ASSIGNEE_SEPARATOR), ['A']],
])('the initials of %j are %j', (assignee, initials) =>
  expect(initialsOf(assignee)).toEqual(initials),
)

test('a person always has the same color', () => {
  const [first] = assigneesOf({ assignee: 'Ada Lovelace' })
  const [second] = assigneesOf({ assignee: 'Ada Lovelace' })
  expect(first?.color).toBe(second?.color)
  expect(first?.color).not.toBe(assigneesOf({ assignee: 'Grace Hopper' })[0]?.color)
})
