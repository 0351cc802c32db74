import fc from 'fast-check'

/** A board in which every shape occurs that the readers know. */
export const BOARD = {
  columns: [
    {
      statusId: '1',
      name: 'Queued',
      kind: 'stage',
      minRole: 'member',
      tasks: [
        {
          id: '11',
          number: 101,
          title: 'Rotate keys',
          projectId: '3',
          statusId: '1',
          priority: 'high',
          assignee: { id: '5', name: 'Ada' },
          labels: ['7', { id: 8 }, { label: { id: '9' } }],
          blocked: { reason: 'checks are red', code: 'checks_red' },
        },
      ],
    },
    { statusId: '2', name: 'Review', kind: 'gate', minRole: '', tasks: [] },
  ],
}
/** Its labels. */
export const LABELS = [{ id: '7', name: 'bug', color: 'red', taskCount: 3 }]
/** A key that reaches it. */
export const ME = {
  clientId: 'c',
  name: 'CI',
  scopes: ['read'],
  boards: [{ workspaceId: '12', organizationId: '1', role: 'member' }],
  answering: null,
}
/** An error in several shapes at once. */
export const ERROR = { type: 'x', title: 'No', detail: 'No', errors: [{ message: 'a' }], workspaceIds: ['1'] }

/** What no careful service sends. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    '0x1',
    '__proto__',
    'constructor',
    '\u202e\u200b',
    '<img src=x onerror=alert(1)>',
    'x'.repeat(100_000),
    [],
    {},
    [[[[]]]],
    { toString: 1, valueOf: null, length: -1 },
    JSON.parse('{"__proto__":{"id":"1"},"constructor":{"prototype":[]}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A copy of an answer in which some places hold something odd, are gone, or are there twice. */
export function mutated(answer: unknown): fc.Arbitrary<unknown> {
  const paths: (string | number)[][] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    paths.push(path)
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index])
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key])
  }
  walk(answer, [])
  const change = fc.record({
    path: fc.constantFrom(...paths),
    how: fc.constantFrom('set', 'drop', 'double'),
    value: odd,
  })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const root = { answer: structuredClone(answer) }
    for (const { path, how, value } of changes) {
      // biome-ignore lint/suspicious/noExplicitAny: the walk goes wherever the answer's shape leads
      let at: any = root
      for (const key of ['answer', ...path].slice(0, -1)) at = at?.[key]
      const last = path.at(-1) ?? 'answer'
      if (at === null || typeof at !== 'object') continue
      if (how === 'drop') delete at[last]
      else if (how === 'double' && Array.isArray(at)) at.push(structuredClone(at[last as number]))
      else at[last] = structuredClone(value)
    }
    // As it comes over the wire: what JSON cannot hold is gone.
    return JSON.parse(JSON.stringify(root.answer) ?? 'null')
  })
}
