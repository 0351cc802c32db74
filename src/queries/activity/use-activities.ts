import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { type ActivityList, offersActivity } from '#contract/readers/read-activity.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { credentialOptions } from '../credentials/me-query.ts'
import { useBoardData } from '../feed/use-board.ts'
import { keys } from '../keys.ts'
import { type ActivityLog, activityLogOf } from './activity-log.ts'

function activityOptions(session: BoardSession, log: ActivityLog) {
  return queryOptions<ActivityList, ApiError>({
    queryKey: keys.activity(session),
    queryFn: async () => {
      const activities = await log.loadNewer()
      return log.loaded ?? { activities, hasMore: false }
    },
    structuralSharing: false,
    staleTime: 60_000,
    // A change of the board asks for more.
    refetchOnWindowFocus: false,
  })
}

/** The log of a board whose service tells what has happened there; undefined for any other. */
export function useActivityLog(session: BoardSession): ActivityLog | undefined {
  const queryClient = useQueryClient()
  const isOffered = offersActivity(useBoardData(session)?.board.facts)
  return isOffered ? activityLogOf(queryClient, session) : undefined
}

/** What has happened on the board, newest first. It loads nothing unless the service offers it. */
export function useActivities(session: BoardSession) {
  const queryClient = useQueryClient()
  const isOffered = useActivityLog(session) !== undefined
  const options = activityOptions(session, activityLogOf(queryClient, session))
  return { ...useQuery({ ...options, enabled: isOffered }), isOffered }
}

/** The client id of a stored key; undefined until it is known. */
export function useClientId(keyId: string): string | undefined {
  return useQuery({ ...credentialOptions(keyId), enabled: false }).data?.clientId
}
