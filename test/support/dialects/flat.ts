import { type Dialect, mapTasks, translate } from './dialect.ts'

/**
 * Flat values: labels are names, `blocked` is 1 or 0 with the reason in a separate field, writes
 * return 200 with an empty body, and errors are `{ error: message }`.
 */
export const dialect: Dialect = {
  hasEtags: false,
  hasDelayedWrites: false,
  hasExtraData: false,
  wrap: (service) =>
    translate(service, {
      omittedHeaders: ['ETag'],
      credential: ({ answering: _, ...json }) => json,
      board: (json, labels) =>
        mapTasks(json, ({ blocked, assignee, labels: ids, ...task }) => ({
          ...task,
          assignee: assignee?.name ?? '',
          labels: ids.map((id) => labels.find((label) => label.id === id)?.name ?? id),
          blocked: blocked ? 1 : 0,
          ...(blocked ? { blocked_reason: blocked.reason } : {}),
        })),
      labels: (json) => ({ labels: json }),
      writeResponse: () => new Response(null, { status: 200 }),
      errorResponse: (_, { status, detail, workspaceIds, projectIds }) => {
        const choices = workspaceIds ?? projectIds
        return Response.json(
          { error: choices ? `${detail} (${choices.join(', ')})` : detail },
          { status },
        )
      },
    }),
}
