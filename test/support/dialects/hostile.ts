import { type Dialect, mapTasks, translate } from './dialect.ts'

const SCRIPT =
  '"><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">'
const BIDI = '\u202e\u2066txet desrever\u2069 \u200b\u200d\ufeff \u0000\ud800'
const HUGE = 'W'.repeat(100_000)

/**
 * Replacements for some of our ids: names of prototype properties, a hexadecimal number, and
 * markup.
 */
const COLUMN_IDS = createIdMap({ 1203: '__proto__', 1206: '0x1' })
const LABEL_IDS = createIdMap({ 1203: 'constructor', 1205: '__proto__', 1209: '0x1', 1211: SCRIPT })

/** Adds names of prototype properties and useless fields to an object. */
function addFields<T extends object>(object: T): T {
  const prototypeKeys = JSON.parse(
    '{"__proto__":{"id":"0","locked":true},"constructor":{"prototype":[]},"toString":1}',
  )
  return Object.assign(
    Object.create(null),
    prototypeKeys,
    { html: SCRIPT, url: 'javascript:alert(1)' },
    object,
  )
}

/**
 * Malicious data: invalid ids, wrong types, prototype keys, scripts, and very long texts in all
 * extra fields. It reports that it waited for a change, and answers at once. [gap G27]
 */
export const dialect: Dialect = {
  hasEtags: true,
  hasDelayedWrites: false,
  hasExtraData: true,
  wrap: (service) =>
    translate(service, {
      addedHeaders: { 'Preference-Applied': 'wait=25' },
      request: async (request) => {
        const url = new URL(request.url)
        url.pathname = url.pathname.replace(/(?<=\/labels\/).+/, (id) =>
          LABEL_IDS.toService(decodeURIComponent(id)),
        )
        const { method, headers } = request
        if (method === 'GET' || method === 'DELETE') return new Request(url, { method, headers })
        if (method !== 'PATCH')
          return new Request(url, { method, headers, body: await request.text() })
        const { statusId, labelIds, ...rest } = await request.json()
        const body = {
          ...rest,
          ...(statusId === undefined ? {} : { statusId: COLUMN_IDS.toService(statusId) }),
          ...(labelIds === undefined ? {} : { labelIds: labelIds.map(LABEL_IDS.toService) }),
        }
        return new Request(url, { method, headers, body: JSON.stringify(body) })
      },
      credential: (json) =>
        addFields({
          ...json,
          scopes: ['read', SCRIPT, null, { toString: 1 }, BIDI],
          boards: [
            null,
            ...json.boards.map(addFields),
            [],
            { workspaceId: {} },
            { workspaceId: 2 ** 70 },
            SCRIPT,
          ],
          answering: { script: SCRIPT, deep: [[[[[HUGE.slice(0, 500)]]]]] },
        }),
      board: (json) => {
        const columns = mapTasks(json, ({ blocked, assignee, labels, priority, ...task }) =>
          addFields({
            ...task,
            id: `${task.id}${SCRIPT}`,
            number: String(task.number),
            projectId: task.projectId,
            statusId: COLUMN_IDS.toDialect(task.statusId),
            priority,
            assignee: assignee
              ? [[], { email: SCRIPT + assignee.name }, null]
              : { name: { name: {} } },
            labels: labels.map(LABEL_IDS.toDialect),
            blocked: blocked ? [{ reason: { reason: blocked.reason } }] : [],
          }),
        ).columns.map((column) =>
          addFields({ ...column, statusId: COLUMN_IDS.toDialect(column.statusId) }),
        )
        // A board with few columns gets only as many more as a menu shows without a search field.
        return { columns: [...columns, ...(columns.length > 6 ? [null] : []), ...ADDED_COLUMNS] }
      },
      labels: (json) => ({
        ...addFields({}),
        labels: [
          null,
          ...json.map((label) => addFields({ ...label, id: LABEL_IDS.toDialect(label.id) })),
          SCRIPT,
          { id: {}, name: 'no id' },
          addFields({
            id: 'valueOf',
            name: `${SCRIPT}${BIDI}`,
            color: `red;} * { display: none } /*`,
            taskCount: -1,
          }),
        ],
      }),
      writeResponse: (_, json) => Response.json([[addFields({ id: HUGE, ...(json as object) })]]),
      errorResponse: (_, { status, detail, workspaceIds, projectIds }) =>
        Response.json(
          addFields({
            message: detail,
            error: SCRIPT,
            errors: [SCRIPT, BIDI, HUGE],
            workspaceIds,
            projectIds,
          }),
          {
            status,
            headers: { 'X-Request-Id': SCRIPT },
          },
        ),
    }),
}

const ADDED_COLUMNS = [
  addFields({
    name: `${SCRIPT}${BIDI}`,
    kind: { kind: SCRIPT },
    minRole: ['member'],
    tasks: [
      null,
      'task',
      { id: 2 ** 60, number: 3 },
      addFields({
        id: '__proto__',
        number: -1,
        title: HUGE,
        labels: 'all',
        assignee: SCRIPT,
        priority: SCRIPT,
      }),
      addFields({ id: 'constructor', number: '1e3', title: SCRIPT, labels: [null], blocked: '' }),
      addFields({
        id: '__proto__',
        number: null,
        title: BIDI,
        projectId: {},
        labels: [SCRIPT, '__proto__', 'toString'],
      }),
    ],
  }),
  { statusId: '__proto__', name: 'A second one of that id', tasks: {} },
]

interface IdMap {
  toDialect: (id: string) => string
  toService: (id: string) => string
}

function createIdMap(table: Readonly<Record<string, string>>): IdMap {
  const dialectIds = new Map(Object.entries(table))
  const serviceIds = new Map(
    Object.entries(table).map(([serviceId, dialectId]) => [dialectId, serviceId]),
  )
  return {
    toDialect: (id) => dialectIds.get(id) ?? id,
    toService: (id) => serviceIds.get(id) ?? id,
  }
}
