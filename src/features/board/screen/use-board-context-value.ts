import { useId, useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { factsOf, noTargetReason } from '#model/column-access.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useStableValue } from '#queries/use-stable-value.ts'
import { cardQuery } from '#state/url-state.ts'
import type { BoardContextValue } from '../board-context.ts'

export function useBoardContextValue(
  board: Board,
  labels: LabelIndex,
  displayed: BoardContextValue['displayed'],
): BoardContextValue {
  const access = useBoardAccess()
  const id = useId()
  const { role } = access
  const { keyId, workspaceId, projectId } = access.session
  const linkPrefix = cardQuery({ workspaceId, projectId }, 0).slice(0, -1)
  const otherKeys = useStableValue(access.otherKeys)
  const columns = useStableValue(board.columns.map(factsOf))
  return useMemo(() => {
    const reasons = columns.flatMap(({ key }, index) => {
      const reason = noTargetReason(key, columns, role)
      return reason ? [[key, { id: `${id}reason${index}`, reason }] as const] : []
    })
    const noTargetReasons = new Map(reasons)
    const board = { keyId, workspaceId }
    return { board, linkPrefix, role, otherKeys, labels, displayed, columns, noTargetReasons }
  }, [id, keyId, workspaceId, linkPrefix, role, otherKeys, labels, displayed, columns])
}
