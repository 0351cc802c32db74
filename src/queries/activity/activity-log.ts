import type { QueryClient } from '@tanstack/react-query'
import { type ActivityRequest, loadActivity } from '#client/load-activity.ts'
import type { Activity, ActivityList } from '#contract/readers/read-activity.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { connectionFor } from '../api.ts'
import { keys } from '../keys.ts'
import { perSession } from '../per-client.ts'

/**
 * What the service tells of a board's activity, newest first. Only its methods set the query's
 * data. Loads come one after the other, so that none is told twice. [gap G30]
 */
export class ActivityLog {
  readonly #client: QueryClient
  readonly #session: BoardSession
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: QueryClient, session: BoardSession) {
    this.#client = client
    this.#session = session
  }

  get loaded(): ActivityList | undefined {
    return this.#client.getQueryData<ActivityList>(keys.activity(this.#session))
  }

  /** Loads what has happened since the last load, and returns it. Throws ApiError. */
  loadNewer(): Promise<readonly Activity[]> {
    return this.#inTurn(async () => {
      const before = this.loaded
      const since = before?.activities[0]?.id
      const { activities, hasMore } = await this.#load({ since })
      // With more in between than a page, what was known is loaded again when it's wanted.
      const isWhole = before !== undefined && (since === undefined || !hasMore)
      this.#show(
        isWhole
          ? { activities: [...activities, ...before.activities], hasMore: before.hasMore }
          : { activities, hasMore },
      )
      return activities
    })
  }

  /** Loads the page before the oldest known one. Throws ApiError. */
  loadOlder(): Promise<void> {
    return this.#inTurn(async () => {
      const known = this.loaded?.activities ?? []
      const older = await this.#load({ before: known.at(-1)?.id })
      this.#show({ ...older, activities: [...known, ...older.activities] })
    })
  }

  #load(range: Pick<ActivityRequest, 'since' | 'before'>): Promise<ActivityList> {
    const { keyId, workspaceId, projectId } = this.#session
    return loadActivity(connectionFor(this.#client, keyId), { workspaceId, projectId, ...range })
  }

  #show(list: ActivityList): void {
    this.#client.setQueryData<ActivityList>(keys.activity(this.#session), list)
  }

  #inTurn<Result>(load: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(load)
    this.#last = result.catch(() => undefined)
    return result
  }
}

export const activityLogOf = perSession((client, session) => new ActivityLog(client, session))
