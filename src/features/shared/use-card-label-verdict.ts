import { readBoardFacts } from '#contract/readers/read-card-repository.ts'
import { verdictForCardLabels } from '#model/card-label-permission.ts'
import type { Verdict } from '#model/permissions.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useDeniedLabelEdits } from '#state/service-notices-store.ts'

/** May the key change the labels of cards on the open board? [gap G18] */
export function useCardLabelVerdict(): Verdict {
  const { role, session } = useBoardAccess()
  const refusal = useDeniedLabelEdits(session, role)
  const minRole = readBoardFacts(useBoardView()?.board.facts).cardLabelsMinRole
  return verdictForCardLabels(role, { minRole, refusal })
}
