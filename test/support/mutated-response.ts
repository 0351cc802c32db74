import fc from 'fast-check'

/** A board that has every shape that the parsers accept. */
export const BOARD = {
  web: { branch: 'https://git.example/tree/{branch}', commit: 'https://git.example/{commit}' },
  projects: [{ id: '3', name: 'Web' }],
  offers: ['activity'],
  cardLabelsMinRole: 'member',
  isShared: false,
  problem: 'The remote did not answer.',
  syncedAt: '2026-11-21T08:00:00Z',
  columns: [
    {
      statusId: '1',
      name: 'Queued',
      kind: 'stage',
      minRole: 'member',
      hideAfterDays: 180,
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
          repository: {
            branch: 'card/101-rotate-keys',
            head: '3e5f5a681d3e5f5a681d3e5f5a681d3e5f5a681d',
            isDeleted: false,
            commits: 3,
            committedAt: '2026-11-20T10:11:12Z',
            author: 'Ada Okafor',
            placedBy: 'content',
            placedAt: '91ab33c5a691ab33c5a691ab33c5a691ab33c5a6',
            enteredAt: '2026-11-21T08:00:00Z',
            release: 'v1.4.0',
            revertedBy: '77c0de1f2377c0de1f2377c0de1f2377c0de1f23',
            partly: [{ statusId: '2', files: ['src/a.ts'] }],
            checks: [
              {
                name: 'unit',
                state: 'failure',
                detail: '3 tests failed',
                url: 'https://ci.example/1',
                source: 'forge',
              },
            ],
            pull: {
              number: 128,
              url: 'https://git.example/pull/128',
              state: 'open',
              review: 'required',
              target: 'main',
            },
            next: {
              statusId: '2',
              result: 'conflicts',
              detail: 'src/a.ts',
              others: [{ number: 7, effect: 'brings' }],
              branch: 'main',
              against: {
                commit: '91ab33c5a691ab33c5a691ab33c5a691ab33c5a6',
                number: 7,
                author: 'Ada',
              },
            },
            refusal: {
              by: 'Ada',
              head: '3e5f5a681d3e5f5a681d3e5f5a681d3e5f5a681d',
              at: '2026-11-20T10:11:12Z',
              triedAt: '2026-11-20T10:11:12Z',
            },
          },
        },
      ],
    },
    {
      statusId: '2',
      name: 'Review',
      kind: 'gate',
      minRole: '',
      lockedReason: 'Releases do',
      tasks: [],
    },
  ],
}
/** The labels of the board. */
export const LABELS = [{ id: '7', name: 'bug', color: 'red', taskCount: 3 }]
/** A credential with access to the board. */
export const ME = {
  clientId: 'c',
  name: 'CI',
  scopes: ['read'],
  boards: [{ workspaceId: '12', organizationId: '1', role: 'member', name: 'Web' }],
  answering: null,
}
/** An error body that has several shapes at once. */
export const ERROR = {
  type: 'x',
  title: 'No',
  detail: 'No',
  errors: [{ message: 'a' }],
  workspaceIds: ['1'],
}

/** Values that a correct service never sends. */
const invalidValue: fc.Arbitrary<unknown> = fc.oneof(
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

/** A copy of a response in which some values are invalid, missing, or duplicated. */
export function mutatedResponse(response: unknown): fc.Arbitrary<unknown> {
  const paths: (string | number)[][] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    paths.push(path)
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(item, [...path, index])
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key])
  }
  walk(response, [])
  const change = fc.record({
    path: fc.constantFrom(...paths),
    how: fc.constantFrom('set', 'drop', 'double'),
    value: invalidValue,
  })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const root = { response: structuredClone(response) }
    for (const { path, how, value } of changes) {
      // biome-ignore lint/suspicious/noExplicitAny: the values on a path can have any type
      let parent: any = root
      for (const key of ['response', ...path].slice(0, -1)) parent = parent?.[key]
      const lastKey = path.at(-1) ?? 'response'
      if (parent === null || typeof parent !== 'object') continue
      if (how === 'drop') delete parent[lastKey]
      // An earlier change can have made it a list, whose methods are no values.
      else if (how === 'double' && Array.isArray(parent) && Object.hasOwn(parent, lastKey))
        parent.push(structuredClone(parent[lastKey as number]))
      else parent[lastKey] = structuredClone(value)
    }
    // Like a real response, without the values that JSON can't represent.
    return JSON.parse(JSON.stringify(root.response) ?? 'null')
  })
}
