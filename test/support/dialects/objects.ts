import { type Dialect, mapTasks, translate } from './dialect.ts'

/**
 * Values are objects with extra fields, ids are numbers, and errors are problem+json with the
 * messages in a map.
 */
export const dialect: Dialect = {
  hasEtags: true,
  hasDelayedWrites: false,
  hasExtraData: false,
  wrap: (service) =>
    translate(service, {
      credential: (json) => ({
        ...json,
        answering: undefined,
        boards: json.boards.map((entry) => ({
          ...entry,
          workspaceId: Number(entry.workspaceId),
          plan: 'unasked',
        })),
        createdAt: '2026-01-05T09:00:00Z',
      }),
      board: (json, labels) => ({
        ...mapTasks(json, ({ blocked, assignee, labels: ids, ...task }) => ({
          ...task,
          id: Number(task.id),
          number: String(task.number),
          statusId: Number(task.statusId),
          assignee: assignee && { account: { id: assignee.id }, displayName: assignee.name },
          labels: ids.map((id) => ({
            at: 'today',
            label: { ...labels.find((label) => label.id === id), id: Number(id) },
          })),
          blocked: blocked ? { since: blocked.at, reason: { message: blocked.reason } } : null,
          url: 'https://board.example/never-followed',
        })),
        generatedAt: '2026-01-05T09:00:00Z',
      }),
      labels: (json) => ({
        data: json.map((label) => ({ ...label, id: Number(label.id) })),
        total: json.length,
      }),
      writeResponse: (endpoint, json) =>
        endpoint === 'deleteLabel'
          ? Response.json({ deleted: true })
          : Response.json({ result: json }, { status: endpoint === 'createLabel' ? 201 : 200 }),
      errorResponse: (_, { status, detail, title, code, workspaceIds, projectIds }) =>
        new Response(
          JSON.stringify({
            type: `https://board.example/problems/${code}`,
            status,
            errors: { request: [{ message: detail }] },
            ...(workspaceIds
              ? { choices: { workspaces: workspaceIds.map((id) => ({ id })) } }
              : {}),
            ...(projectIds
              ? { choices: { projects: projectIds.map((id) => ({ id: Number(id) })) } }
              : {}),
            heading: title,
          }),
          { status, headers: { 'Content-Type': 'application/problem+json' } },
        ),
    }),
}
