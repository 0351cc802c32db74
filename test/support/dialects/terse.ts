import type { Dialect, ServiceFetch } from './dialect.ts'
import { mapTasks, translate } from './dialect.ts'

const VISIBLE_AFTER_MS = 120

const PRIORITIES: Readonly<Record<string, string>> = { high: 'P1', medium: 'P2' }

/**
 * Minimal responses: errors are plain text, writes return 202 before they are visible, and a
 * refused promotion gets the same response as an applied one. Kinds, priorities, colors, scopes,
 * and the case of roles differ from ours.
 */
export const dialect: Dialect = {
  hasEtags: false,
  hasDelayedWrites: true,
  hasExtraData: false,
  wrap: (service) =>
    delayVisibility(
      translate(service, {
        omittedHeaders: ['ETag'],
        credential: ({ clientId, name, boards }) => ({
          clientId,
          name,
          scopes: ['read', 'board:move'],
          boards,
        }),
        board: ({ columns }) => ({
          columns: mapTasks({ columns }, ({ blocked, assignee, priority, ...task }) => ({
            ...task,
            priority: PRIORITIES[priority] ?? priority,
            ...(assignee ? { assignee: [assignee.name] } : {}),
            ...(blocked ? { blocked: blocked.reason } : {}),
          })).columns.map((column) => ({
            ...column,
            kind: 'lane',
            minRole: column.minRole.toUpperCase(),
          })),
        }),
        labels: (json) =>
          json.map(({ color, ...label }) => ({
            ...label,
            ...(color === 'teal' ? { color: 'ultraviolet' } : { color }),
          })),
        writeResponse: () => new Response(null, { status: 202 }),
        errorResponse: (endpoint, { status, code, detail, projectIds }) =>
          endpoint === 'patchCard' && code === 'promotion_refused'
            ? new Response(null, { status: 202 })
            : new Response([detail, ...(projectIds ?? [])].join(' '), {
                status,
                headers: { 'Content-Type': 'text/plain' },
              }),
      }),
    ),
}

/** Returns the previous response to a GET request for a short time after each write. */
function delayVisibility(service: ServiceFetch): ServiceFetch {
  const lastResponses = new Map<string, Promise<Response>>()
  let writtenAt = Number.NEGATIVE_INFINITY
  return async (request) => {
    const { method, url, headers } = request
    if (method !== 'GET') {
      const response = await service(request)
      if (response.ok) writtenAt = performance.now()
      return response
    }
    const key = JSON.stringify([
      url,
      headers.get('Authorization'),
      headers.get('X-Service-Workspace'),
    ])
    const lastResponse = lastResponses.get(key)
    if (lastResponse && performance.now() - writtenAt < VISIBLE_AFTER_MS)
      return (await lastResponse).clone()
    const response = service(request)
    lastResponses.set(key, response)
    return (await response).clone()
  }
}
