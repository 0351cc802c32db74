import { useId, useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { noTargetReason } from '#model/move-options.ts'
import { useBoardAccess } from '#queries/session.ts'
import { useStableValue } from '#queries/use-stable-value.ts'
import type { BoardContextValue } from './board-context.ts'

export function useBoardContextValue(board: Board, labels: LabelIndex): BoardContextValue {
  const access = useBoardAccess()
  const id = useId()
  const { role } = access
  const { keyId, workspaceId } = access.session
  const otherKeys = useStableValue(access.otherKeys)
  const columns = useStableValue(
    board.columns.map(({ key, statusId, name, minRole }) => ({ key, statusId, name, minRole })),
  )
  return useMemo(() => {
    const reasons = columns.flatMap(({ key }, index) => {
      const reason = noTargetReason(key, columns, role)
      return reason ? [[key, { id: `${id}reason${index}`, reason }] as const] : []
    })
    const noTargetReasons = new Map(reasons)
    return { board: { keyId, workspaceId }, role, otherKeys, labels, columns, noTargetReasons }
  }, [id, keyId, workspaceId, role, otherKeys, labels, columns])
}
