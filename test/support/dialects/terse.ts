import type { Answering, Dialect } from './dialect.ts'
import { mapTasks, translate } from './dialect.ts'

/** How long a write takes to be seen, in milliseconds. */
const SEEN_AFTER = 120

const PRIORITIES: Readonly<Record<string, string>> = { high: 'P1', medium: 'P2' }

/**
 * Says as little as it can: errors are bare text; writes answer 202 before they can be seen; a refused promotion is
 * answered like one that was not; kinds, priorities, colours, scopes and the case of roles are its own.
 */
export const dialect: Dialect = {
  hasVersions: false,
  isLate: true,
  addsThings: false,
  over: (own) =>
    seenLater(
      translate(own, {
        without: ['ETag'],
        credential: ({ clientId, name, boards }) => ({ clientId, name, scopes: ['read', 'board:move'], boards }),
        board: ({ columns }) => ({
          columns: mapTasks({ columns }, ({ blocked, assignee, priority, ...task }) => ({
            ...task,
            priority: PRIORITIES[priority] ?? priority,
            ...(assignee ? { assignee: [assignee.name] } : {}),
            ...(blocked ? { blocked: blocked.reason } : {}),
          })).columns.map((column) => ({ ...column, kind: 'lane', minRole: column.minRole.toUpperCase() })),
        }),
        labels: (json) =>
          json.map(({ color, ...label }) => ({
            ...label,
            ...(color === 'teal' ? { color: 'ultraviolet' } : { color }),
          })),
        written: () => new Response(null, { status: 202 }),
        refused: (endpoint, { status, code, detail, projectIds }) =>
          endpoint === 'patchCard' && code === 'promotion_refused'
            ? new Response(null, { status: 202 })
            : new Response([detail, ...(projectIds ?? [])].join(' '), {
                status,
                headers: { 'Content-Type': 'text/plain' },
              }),
      }),
    ),
}

/** What was read last is read again for a moment after each write. */
function seenLater(service: Answering): Answering {
  const last = new Map<string, Promise<Response>>()
  let writtenAt = Number.NEGATIVE_INFINITY
  return async (request) => {
    const { method, url, headers } = request
    if (method !== 'GET') {
      const answer = await service(request)
      if (answer.ok) writtenAt = performance.now()
      return answer
    }
    const name = JSON.stringify([url, headers.get('Authorization'), headers.get('X-Service-Workspace')])
    const known = last.get(name)
    if (known && performance.now() - writtenAt < SEEN_AFTER) return (await known).clone()
    const answer = service(request)
    last.set(name, answer)
    return (await answer).clone()
  }
}
