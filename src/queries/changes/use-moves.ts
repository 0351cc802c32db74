import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { MoveCheck, MoveTarget } from '#model/move-check.ts'
import { useOptionalBoardAccess } from '../access/board-access.ts'
import type { MoveReport } from './move-reports.ts'
import { moveReportsOf } from './move-reports.ts'
import { checkCurrentMove, requestMove } from './request-move.ts'

export interface Moves {
  check: (target: MoveTarget) => MoveCheck
  /** With a check that was made just now, or else it makes one. */
  request: (target: MoveTarget, check?: MoveCheck) => void
}

/** Moves on the open board. Without an open board they have no effect. */
export function useMoves(): Moves {
  const queryClient = useQueryClient()
  const session = useOptionalBoardAccess()?.session
  return useMemo<Moves>(() => {
    if (!session) {
      return {
        check: () => ({ type: 'not-found' }),
        request: () => undefined,
      }
    }
    const check = (target: MoveTarget) => checkCurrentMove(queryClient, session, target)
    return {
      check,
      request: (target, known = check(target)) =>
        requestMove(queryClient, session, known, target.keepsFocus),
    }
  }, [queryClient, session])
}

/** `listener` must be stable. */
export function useMoveReports(listener: (report: MoveReport) => void): void {
  const queryClient = useQueryClient()
  useEffect(() => moveReportsOf(queryClient).subscribe(listener), [queryClient, listener])
}
