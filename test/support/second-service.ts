import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A board service that shares no code with ours and differs from it wherever the spec leaves a
 * choice: labels on cards are objects, `blocked` is `true` with the reason in a separate field,
 * assignees are names, errors are `{ error: { message } }`, the list of labels is in an object, and
 * writes return 202 or 200 without the changed item. A refused promotion returns 202 and leaves the
 * card in its column. Tests of the app and the proxy use this service.
 */
export interface SecondService {
  url: string
  keys: Readonly<Record<'viewer' | 'member' | 'maintainer' | 'several', string>>
  /** Received requests, oldest first. `line` is the method and the path with the query. */
  requests: { line: string; headers: IncomingMessage['headers'] }[]
  close: () => Promise<void>
}

interface StoredTask {
  id: string
  number: number
  title: string
  priority: string
  labels: string[]
  column: string
  refusal?: string
  refused?: boolean
}

const COLUMNS = [
  { statusId: 'inbox', name: 'Inbox', kind: 'stage', minRole: 'member' },
  { statusId: 'branch', name: 'On a branch', kind: 'stage', minRole: 'Member' },
  { statusId: 'main', name: 'On main', kind: 'release-train', minRole: 'maintainer' },
]

const KEYS = {
  viewer: 'second-viewer-key',
  member: 'second-member-key',
  maintainer: 'second-maintainer-key',
  several: 'second-several-key',
} as const

const RANK = ['viewer', 'member', 'maintainer']

/** Starts the service on a free loopback port. */
export async function startSecondService(): Promise<SecondService> {
  const requests: SecondService['requests'] = []
  const tasks: StoredTask[] = [
    {
      id: '9007199254740993',
      number: 1,
      title: 'Sharpen the saw',
      priority: 'medium',
      labels: ['7'],
      column: 'inbox',
    },
    {
      id: '9007199254740995',
      number: 2,
      title: 'Oil the hinges',
      priority: 'P0',
      labels: [],
      column: 'inbox',
    },
    {
      id: '77',
      number: 3,
      title: 'Paint the door',
      priority: 'low',
      labels: ['7', '8'],
      column: 'branch',
      refusal: 'Pipeline failed: paint is wet',
    },
  ]
  const labels = new Map([
    ['7', { name: 'workshop', color: 'green' }],
    ['8', { name: 'outside', color: 'ultraviolet' }],
  ])
  const roleOf = (request: IncomingMessage): string | undefined => {
    const key = Object.entries(KEYS).find(
      ([, secret]) => request.headers.authorization === `Bearer ${secret}`,
    )?.[0]
    return key === 'several' ? 'member' : key
  }
  const respond = (response: ServerResponse, status: number, body?: unknown) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Set-Cookie': 'tracking=1',
      'X-Internal': 'yes',
    })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }
  const countTasks = (id: string) => tasks.filter((task) => task.labels.includes(id)).length

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://second')
    requests.push({
      line: `${request.method} ${url.pathname}${url.search}`,
      headers: request.headers,
    })
    const role = roleOf(request)
    const several = request.headers.authorization === `Bearer ${KEYS.several}`
    if (!role) return respond(response, 401, { error: { message: 'Who are you?' } })
    const boards = ['501', ...(several ? ['502'] : [])].map((workspaceId) => ({
      workspaceId,
      organizationId: '3',
      role,
    }))
    if (url.pathname === '/api/v1/me') {
      return respond(response, 200, {
        clientId: `second-${role}${several}`,
        name: `Second ${role}`,
        scopes: ['read', 'board:move'],
        boards,
        answering: null,
        extra: 1,
      })
    }
    if (several && !request.headers['x-service-workspace']) {
      return respond(response, 422, {
        error: { message: 'Which board? 501 or 502', boards: ['501', '502'] },
      })
    }
    const hasRole = (requiredRole: string) =>
      RANK.indexOf(role) >= RANK.indexOf(requiredRole.toLowerCase())
    const deny = () =>
      respond(response, 403, { error: { message: 'Your role is too low for this.' } })
    const body = await readJson(request)
    if (url.pathname === '/api/v1/board') {
      const columns = COLUMNS.map((column) => ({
        ...column,
        tasks: tasks
          .filter((task) => task.column === column.statusId)
          .map((task) => ({
            id: task.id,
            number: task.number,
            title: task.title,
            projectId: '1',
            statusId: task.column,
            priority: task.priority,
            assignee: task.number === 1 ? 'Robin Vale' : null,
            labels: task.labels.map((id) => ({ id, name: labels.get(id)?.name })),
            blocked: task.refused ?? false,
            ...(task.refused ? { blockedReason: task.refusal } : {}),
          })),
      }))
      return respond(response, 200, { columns })
    }
    if (url.pathname === '/api/v1/labels' && request.method === 'GET') {
      return respond(response, 200, {
        items: [...labels].map(([id, label]) => ({ id, ...label, taskCount: countTasks(id) })),
      })
    }
    if (url.pathname === '/api/v1/labels') {
      if (!hasRole('member')) return deny()
      const id = String(100 + labels.size)
      labels.set(id, { name: String(body.name), color: String(body.color ?? 'none') })
      return respond(response, 200, { created: id })
    }
    const cardPath = /^\/api\/v1\/cards\/(\d+)$/.exec(url.pathname)
    const task = tasks.find(({ number }) => String(number) === cardPath?.[1])
    if (task && request.method === 'PATCH') {
      const column = COLUMNS.find(({ statusId }) => statusId === body.statusId)
      if (column && !hasRole(column.minRole)) return deny()
      if (Array.isArray(body.labelIds)) task.labels = body.labelIds.map(String)
      if (column && task.refusal) task.refused = true
      else if (column) setTimeout(() => Object.assign(task, { column: column.statusId }), 120)
      return respond(response, column ? 202 : 200)
    }
    return respond(response, 404, { error: { message: 'No such thing.' } })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    keys: KEYS,
    requests,
    close: () => closeServer(server),
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : {}
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
