import type { CurrentBoard } from '#queries/access/use-current-board.ts'
import { accessibleBoards, useKeyStatuses } from '#queries/credentials/me-query.ts'
import { ChooseWorkspace } from './ChooseWorkspace.tsx'
import { KeyErrorCard } from './KeyErrorCard.tsx'

/** An error, or the choice of a board. */
export function WhyNoBoard({ current }: { current: Exclude<CurrentBoard, { type: 'board' }> }) {
  const statuses = useKeyStatuses()
  const failed = statuses.find((status) => !status.credential && status.visibleError)
  if (failed?.visibleError && accessibleBoards(statuses).length === 0) {
    const isRetrying = current.type === 'loading'
    return <KeyErrorCard status={failed} error={failed.visibleError} isRetrying={isRetrying} />
  }
  const inaccessibleId = current.type === 'inaccessible' ? current.workspaceId : undefined
  return <ChooseWorkspace inaccessibleId={inaccessibleId} />
}
