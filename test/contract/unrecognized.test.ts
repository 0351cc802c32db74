import { describe, expect, test } from 'vitest'
import { type FindingSubject, KNOWN_FIELDS } from '#contract/finding-collector.ts'
import { boardSchema, columnSchema } from '#contract/schemas/board-schema.ts'
import { taskSchema } from '#contract/schemas/card-schema.ts'
import { credentialSchema } from '#contract/schemas/credential-schema.ts'
import { labelSchema } from '#contract/schemas/label-schema.ts'
import { findUnrecognized, type InspectedResponse } from '#contract/unrecognized.ts'
import { BOARD } from '#test/support/mutated-response.ts'

/** Sorted findings in the format "subject value × count". */
function findings(response: InspectedResponse): string[] {
  const steps = findUnrecognized(response)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.map(({ subject, value, count }) => `${subject} ${value} × ${count}`).sort()
}

const TASK = {
  id: '1',
  number: 1,
  title: 'One',
  projectId: '3',
  statusId: '7',
  priority: 'medium',
  assignee: null,
  labels: [],
}
const COLUMN = { statusId: '7', name: 'Seven', kind: 'stage', minRole: 'member', tasks: [TASK] }
const board = (overrides: object) =>
  findings({ endpoint: 'board', json: { columns: [{ ...COLUMN, ...overrides }] } })
const card = (overrides: object) => board({ tasks: [{ ...TASK, ...overrides }] })
const labels = (json: unknown) => findings({ endpoint: 'listLabels', json })
const LABEL = { id: '7', name: 'bug', color: 'red', taskCount: 3 }
const ME = {
  clientId: 'c',
  name: 'CI',
  scopes: ['read'],
  boards: [{ workspaceId: '12', organizationId: '1', role: 'member' }],
  answering: null,
}
const me = (overrides: object) => findings({ endpoint: 'me', json: { ...ME, ...overrides } })

test.each([
  ['board', boardSchema],
  ['column', columnSchema],
  ['card', taskSchema],
  ['credential', credentialSchema],
  ['label', labelSchema],
] as const)('each field that our service sends of a %s is recognized', (place, { entries }) => {
  expect([...KNOWN_FIELDS[place]].sort()).toEqual(Object.keys(entries).sort())
})

describe('unrecognized data', () => {
  test('does not include anything in the spec, in any case and spacing', () => {
    expect(board({ minRole: ' Maintainer ' })).toEqual([])
    expect(
      card({
        priority: 'HIGH',
        labels: ['7', { id: 8 }],
        assignee: { name: 'Ada' },
        blocked: 'red',
      }),
    ).toEqual([])
    expect(labels([LABEL])).toEqual([])
    expect(labels({ items: [{ ...LABEL, color: 'RED' }] })).toEqual([])
    expect(me({})).toEqual([])
    expect(findings({ endpoint: 'patchCard', json: { anything: 1 } })).toEqual([])
    expect(findings({ endpoint: 'createLabel', json: LABEL })).toEqual([])
    expect(findings({ endpoint: 'createLabel', json: undefined })).toEqual([])
  })

  test.each<[FindingSubject, string[], string]>([
    ['kind', board({ kind: 'train' }), 'kind train × 1'],
    ['role', board({ minRole: 'steward' }), 'role steward × 1'],
    ['role', me({ boards: [{ ...ME.boards[0], role: 'boss' }] }), 'role boss × 1'],
    ['scope', me({ scopes: ['read', 'board:move'] }), 'scope board:move × 1'],
    ['priority', card({ priority: 'P0' }), 'priority P0 × 1'],
    ['color', labels([{ ...LABEL, color: 'ultraviolet' }]), 'color ultraviolet × 1'],
    ['field', me({ plan: 'team' }), 'field plan × 1'],
    ['field', board({ wipLimit: 3 }), 'field wipLimit × 1'],
    ['field', card({ dueDate: null }), 'field dueDate × 1'],
    ['field', labels([{ ...LABEL, scope: 1 }]), 'field scope × 1'],
    ['field', card(JSON.parse('{"__proto__":{"id":1}}')), 'field __proto__ × 1'],
    ['shape', me({ answering: { to: 1 } }), 'shape answering is not null × 1'],
    ['shape', me({ boards: [...ME.boards, { role: 'member' }] }), 'shape no workspaceId × 1'],
    ['shape', me({ boards: [...ME.boards, ...ME.boards] }), 'shape duplicate workspaceId × 1'],
    ['shape', board({ tasks: { 0: TASK } }), 'shape tasks is not a list × 1'],
    ['shape', board({ tasks: [TASK, null, { title: 'no id' }] }), 'shape no id × 2'],
    ['shape', board({ tasks: [TASK, { ...TASK, id: '2' }] }), 'shape duplicate number × 1'],
    ['shape', card({ id: 2 ** 60 }), 'shape no id × 1'],
    ['shape', card({ number: 'x' }), 'shape no usable number × 1'],
    ['shape', card({ labels: ['7', null] }), 'shape labels is not a list of labels × 1'],
    ['shape', card({ assignee: { x: 1 } }), 'shape assignee without a name × 1'],
    ['shape', card({ blocked: true }), 'shape blocked without a reason × 1'],
    ['shape', card({ statusId: '8' }), 'shape statusId differs from the column’s × 1'],
    ['shape', labels([LABEL, 5, {}]), 'shape no id × 2'],
    ['shape', labels([{ ...LABEL, taskCount: '3' }]), 'shape no usable taskCount × 1'],
    ['shape', labels({ items: [LABEL], next: '/v1/labels?page=2' }), 'shape has a next page × 1'],
    ['shape', labels('none'), 'shape no list, or more than one × 1'],
    ['shape', findings({ endpoint: 'board', json: [] }), 'shape columns is not a list × 1'],
    [
      'shape',
      findings({ endpoint: 'board', json: undefined, formatError: 'not JSON' }),
      'shape not JSON × 1',
    ],
    [
      'shape',
      findings({ endpoint: 'createLabel', json: { created: 1 } }),
      'shape the response is not a label × 1',
    ],
  ])('includes a %s: %j', (subject, lines, expectedLine) => {
    expect(lines).toContain(expectedLine)
    expect(lines.filter((line) => line.startsWith(`${subject} `))).toHaveLength(1)
  })

  test('includes a field next to the blocked flag only when it is not used as the reason', () => {
    expect(card({ blocked: true, blockedReason: 'red' })).toEqual([])
    expect(card({ blocked: false, blockedReason: 'red' })).toEqual(['field blockedReason × 1'])
  })

  test('is listed with the request, the count, and a truncated sample', () => {
    const steps = findUnrecognized({
      endpoint: 'listLabels',
      json: [{ ...LABEL, note: 'x'.repeat(10_000) }],
    })
    let step = steps.next()
    while (!step.done) step = steps.next()
    expect(step.value).toEqual([
      {
        subject: 'field',
        where: 'GET /v1/labels, label',
        value: 'note',
        count: 1,
        sample: expect.any(String),
      },
    ])
    expect(step.value[0]?.sample).toHaveLength(300)
  })

  test('is limited to 200 entries when a service sends more', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`made-up-${index}`, index]),
    )
    expect(card(fields)).toHaveLength(200)
  })
})

describe('each field of a card', () => {
  const [column] = BOARD.columns
  const [card] = column?.tasks ?? []
  const withField = (name: string, value: unknown) => ({
    columns: [{ ...column, tasks: [{ ...card, [name]: value }] }],
  })

  test('is in the board of the fuzz test', () => {
    expect(new Set(Object.keys(card ?? {}))).toEqual(KNOWN_FIELDS.card)
  })

  // Both are read in many shapes, and are not reported. [gap G5]
  const anyShape = new Set(['blocked', 'assignee'])
  const checked = [...KNOWN_FIELDS.card].filter((name) => !anyShape.has(name))

  test.each(checked)('is reported with a value of a wrong type: %s', (name) => {
    expect(findings({ endpoint: 'board', json: withField(name, [{ odd: [true] }]) })).not.toEqual(
      [],
    )
  })
})
