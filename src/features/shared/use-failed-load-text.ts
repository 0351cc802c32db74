import { lastLoaded } from '#messages/warning-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { ApiError } from '#queries/errors.ts'
import { boardOnDevice, lastLoad } from '#state/last-load.ts'
import { useUrl } from '#state/url.ts'

/**
 * Why the board of the URL isn't there. Without a connection, also when it was loaded last: the
 * page itself opens all the same.
 */
export function useFailedLoadText(error: ApiError): string {
  const { workspaceId, projectId } = useUrl()
  const message = errorMessage(error)
  const hasNoConnection = error.type === 'offline' || error.type === 'network'
  const board = workspaceId ? boardOnDevice(workspaceId, projectId ?? undefined) : undefined
  const at = lastLoad(board)
  return hasNoConnection && at !== undefined ? `${message} ${lastLoaded(at)}` : message
}
