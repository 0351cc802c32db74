import type { ActivityListBody } from '#contract/schemas/activity-schema.ts'
import { Problem } from '#service/http/problem.ts'
import { readRowId } from '#service/store/read-row-id.ts'
import { messages } from '../../messages/messages.ts'
import { chooseProject } from '../choose-project.ts'
import type { RouteContext, RouteDependencies } from '../context.ts'
import { presentActivities } from '../present-activity.ts'

const PAGE_SIZE = 100

/**
 * GET /v1/board/activity: what has happened, newest first, in pages of 100. `since` and `before`
 * are ids of activities. [gap G30]
 */
export async function handleActivity(
  context: RouteContext,
  { store, onFault }: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.get('board')
  const since = idParameter(context, 'since') ?? 0
  const before = idParameter(context, 'before')
  const body = await store.snapshot(boardId, async (read): Promise<ActivityListBody> => {
    const projectId = await chooseProject(read, context.req.query('projectId'))
    const found = await read.activities({ projectId, since, before, limit: PAGE_SIZE + 1 })
    const page = found.slice(0, PAGE_SIZE)
    const labelIds = page.flatMap(({ facts }) => [...(facts.added ?? []), ...(facts.removed ?? [])])
    const names = await read.labelNames([...new Set(labelIds)])
    const report = (error: unknown) => onFault(context.get('requestId'), error)
    return {
      activities: presentActivities(page, names, report),
      hasMore: found.length > PAGE_SIZE,
    }
  })
  return context.json(body)
}

function idParameter(context: RouteContext, name: string): number | undefined {
  const text = context.req.query(name)
  const id = text === undefined ? undefined : readRowId(text)
  if (text !== undefined && id === undefined && text !== '0') {
    throw new Problem(400, 'bad_request', messages.problems.activityIdUnreadable(name))
  }
  return id
}
