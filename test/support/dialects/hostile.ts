import { type Dialect, mapTasks, translate } from './dialect.ts'

const SCRIPT = '"><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">'
const BIDI = '\u202e\u2066txet desrever\u2069 \u200b\u200d\ufeff \u0000\ud800'
const HUGE = 'W'.repeat(100_000)

/** Ids that stand for some of ours: names that every object has, numbers that are none, markup. */
const COLUMN_IDS = swap({ 1203: '__proto__', 1206: '0x1' })
const LABEL_IDS = swap({ 1203: 'constructor', 1205: '__proto__', 1209: '0x1', 1211: SCRIPT })

/** What is added to every object: keys that the prototype lends, and fields of no use. */
function added<T extends object>(object: T): T {
  const odd = JSON.parse('{"__proto__":{"id":"0","locked":true},"constructor":{"prototype":[]},"toString":1}')
  return Object.assign(Object.create(null), odd, { html: SCRIPT, url: 'javascript:alert(1)' }, object)
}

/** Means harm: odd ids, wrong types, prototype keys, scripts and huge texts in everything that it adds. */
export const dialect: Dialect = {
  hasVersions: true,
  isLate: false,
  addsThings: true,
  over: (own) =>
    translate(own, {
      request: async (request) => {
        const url = new URL(request.url)
        url.pathname = url.pathname.replace(/(?<=\/labels\/).+/, (id) => LABEL_IDS.ours(decodeURIComponent(id)))
        const { method, headers } = request
        if (method === 'GET' || method === 'DELETE') return new Request(url, { method, headers })
        if (method !== 'PATCH') return new Request(url, { method, headers, body: await request.text() })
        const { statusId, labelIds, ...rest } = await request.json()
        const body = {
          ...rest,
          ...(statusId === undefined ? {} : { statusId: COLUMN_IDS.ours(statusId) }),
          ...(labelIds === undefined ? {} : { labelIds: labelIds.map(LABEL_IDS.ours) }),
        }
        return new Request(url, { method, headers, body: JSON.stringify(body) })
      },
      credential: (json) =>
        added({
          ...json,
          scopes: ['read', SCRIPT, null, { toString: 1 }, BIDI],
          boards: [null, ...json.boards.map(added), [], { workspaceId: {} }, { workspaceId: 2 ** 70 }, SCRIPT],
          answering: { script: SCRIPT, deep: [[[[[HUGE.slice(0, 500)]]]]] },
        }),
      board: (json) => {
        const columns = mapTasks(json, ({ blocked, assignee, labels, priority, ...task }) =>
          added({
            ...task,
            id: `${task.id}${SCRIPT}`,
            number: String(task.number),
            projectId: task.projectId,
            statusId: COLUMN_IDS.theirs(task.statusId),
            priority,
            assignee: assignee ? [[], { email: SCRIPT + assignee.name }, null] : { name: { name: {} } },
            labels: labels.map(LABEL_IDS.theirs),
            blocked: blocked ? [{ reason: { reason: blocked.reason } }] : [],
          }),
        ).columns.map((column) => added({ ...column, statusId: COLUMN_IDS.theirs(column.statusId) }))
        // Where there are few columns, no more are added than a menu shows without a field to type in.
        return { columns: [...columns, ...(columns.length > 6 ? [null] : []), ...ADDED_COLUMNS] }
      },
      labels: (json) => ({
        ...added({}),
        labels: [
          null,
          ...json.map((label) => added({ ...label, id: LABEL_IDS.theirs(label.id) })),
          SCRIPT,
          { id: {}, name: 'no id' },
          added({ id: 'valueOf', name: `${SCRIPT}${BIDI}`, color: `red;} * { display: none } /*`, taskCount: -1 }),
        ],
      }),
      written: (_, json) => Response.json([[added({ id: HUGE, ...(json as object) })]]),
      refused: (_, { status, detail, workspaceIds, projectIds }) =>
        Response.json(
          added({ message: detail, error: SCRIPT, errors: [SCRIPT, BIDI, HUGE], workspaceIds, projectIds }),
          {
            status,
            headers: { 'X-Request-Id': SCRIPT },
          },
        ),
    }),
}

const ADDED_COLUMNS = [
  added({
    name: `${SCRIPT}${BIDI}`,
    kind: { kind: SCRIPT },
    minRole: ['member'],
    tasks: [
      null,
      'task',
      { id: 2 ** 60, number: 3 },
      added({ id: '__proto__', number: -1, title: HUGE, labels: 'all', assignee: SCRIPT, priority: SCRIPT }),
      added({ id: 'constructor', number: '1e3', title: SCRIPT, labels: [null], blocked: '' }),
      added({ id: '__proto__', number: null, title: BIDI, projectId: {}, labels: [SCRIPT, '__proto__', 'toString'] }),
    ],
  }),
  { statusId: '__proto__', name: 'A second one of that id', tasks: {} },
]

interface Swap {
  theirs: (ours: string) => string
  ours: (theirs: string) => string
}

function swap(table: Readonly<Record<string, string>>): Swap {
  const forth = new Map(Object.entries(table))
  const back = new Map(Object.entries(table).map(([ours, theirs]) => [theirs, ours]))
  return { theirs: (ours) => forth.get(ours) ?? ours, ours: (theirs) => back.get(theirs) ?? theirs }
}
