import { describe, expect, test } from 'vitest'
import { type FindingSubject, type InspectedAnswer, inspectAnswer } from '#contract/inspect.ts'

/** What an answer is found to hold, as "subject value × count", sorted. */
function found(answer: InspectedAnswer): string[] {
  const steps = inspectAnswer(answer)
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
const board = (facts: object) => found({ endpoint: 'board', json: { columns: [{ ...COLUMN, ...facts }] } })
const card = (facts: object) => board({ tasks: [{ ...TASK, ...facts }] })
const labels = (json: unknown) => found({ endpoint: 'listLabels', json })
const LABEL = { id: '7', name: 'bug', color: 'red', taskCount: 3 }
const ME = {
  clientId: 'c',
  name: 'CI',
  scopes: ['read'],
  boards: [{ workspaceId: '12', organizationId: '1', role: 'member' }],
  answering: null,
}
const me = (facts: object) => found({ endpoint: 'me', json: { ...ME, ...facts } })

describe('what is not understood', () => {
  test('is nothing of what the interface shows, in any case and spacing', () => {
    expect(board({ minRole: ' Maintainer ' })).toEqual([])
    expect(card({ priority: 'HIGH', labels: ['7', { id: 8 }], assignee: { name: 'Ada' }, blocked: 'red' })).toEqual([])
    expect(labels([LABEL])).toEqual([])
    expect(labels({ items: [{ ...LABEL, color: 'RED' }] })).toEqual([])
    expect(me({})).toEqual([])
    expect(found({ endpoint: 'patchCard', json: { anything: 1 } })).toEqual([])
    expect(found({ endpoint: 'createLabel', json: LABEL })).toEqual([])
    expect(found({ endpoint: 'createLabel', json: undefined })).toEqual([])
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
    ['shape', me({ boards: [...ME.boards, ...ME.boards] }), 'shape a workspaceId a second time × 1'],
    ['shape', board({ tasks: { 0: TASK } }), 'shape tasks is no list × 1'],
    ['shape', board({ tasks: [TASK, null, { title: 'no id' }] }), 'shape no id × 2'],
    ['shape', board({ tasks: [TASK, { ...TASK, id: '2' }] }), 'shape a number a second time × 1'],
    ['shape', card({ id: 2 ** 60 }), 'shape no id × 1'],
    ['shape', card({ number: 'x' }), 'shape no usable number × 1'],
    ['shape', card({ labels: ['7', null] }), 'shape labels that are no list of labels × 1'],
    ['shape', card({ assignee: { x: 1 } }), 'shape an assignee without a name × 1'],
    ['shape', card({ blocked: true }), 'shape blocked without a reason × 1'],
    ['shape', card({ statusId: '8' }), 'shape a statusId that is not its column’s × 1'],
    ['shape', labels([LABEL, 5, {}]), 'shape no id × 2'],
    ['shape', labels([{ ...LABEL, taskCount: '3' }]), 'shape no usable taskCount × 1'],
    ['shape', labels({ items: [LABEL], next: '/v1/labels?page=2' }), 'shape a further page × 1'],
    ['shape', labels('none'), 'shape no list, or more than one × 1'],
    ['shape', found({ endpoint: 'board', json: [] }), 'shape columns is no list × 1'],
    ['shape', found({ endpoint: 'board', json: undefined, fault: 'not JSON' }), 'shape not JSON × 1'],
    ['shape', found({ endpoint: 'createLabel', json: { created: 1 } }), 'shape the answer is no label × 1'],
  ])('is a %s: %j', (subject, all, one) => {
    expect(all).toContain(one)
    expect(all.filter((line) => line.startsWith(`${subject} `))).toHaveLength(1)
  })

  test('is a field beside a blocked flag only where nobody reads it as the reason', () => {
    expect(card({ blocked: true, blockedReason: 'red' })).toEqual([])
    expect(card({ blocked: false, blockedReason: 'red' })).toEqual(['field blockedReason × 1'])
  })

  test('is listed with the request, the count and a sample that is cut', () => {
    const steps = inspectAnswer({ endpoint: 'listLabels', json: [{ ...LABEL, note: 'x'.repeat(10_000) }] })
    let step = steps.next()
    while (!step.done) step = steps.next()
    expect(step.value).toEqual([
      { subject: 'field', where: 'GET /v1/labels, label', value: 'note', count: 1, sample: expect.any(String) },
    ])
    expect(step.value[0]?.sample).toHaveLength(300)
  })

  test('is listed up to a limit, whatever a service makes up', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`made-up-${index}`, index]))
    expect(card(fields)).toHaveLength(200)
  })
})
