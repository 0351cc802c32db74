import { type Dialect, mapTasks, translate } from './dialect.ts'

/** Flat flags and 200s: labels by name, a bare `blocked` with its reason beside it, empty answers, `{ error: words }`. */
export const dialect: Dialect = {
  hasVersions: false,
  isLate: false,
  addsThings: false,
  over: (own) =>
    translate(own, {
      without: ['ETag'],
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
      written: () => new Response(null, { status: 200 }),
      refused: (_, { status, detail, workspaceIds, projectIds }) => {
        const choices = workspaceIds ?? projectIds
        return Response.json({ error: choices ? `${detail} (${choices.join(', ')})` : detail }, { status })
      },
    }),
}
