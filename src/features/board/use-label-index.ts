import { useMemo } from 'react'
import { indexLabels, type LabelIndex } from '#model/label-lookup.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useSession } from '#queries/session.ts'
import { useStableValue } from '#queries/use-stable-value.ts'

/** Card counts change with every label edit. Cards don't show them, so the index ignores them. */
export function useLabelIndex(): LabelIndex {
  const labels = useLabels(useSession())
  const withoutCounts = (labels.data?.labels ?? []).map((label) => ({
    ...label,
    taskCount: undefined,
  }))
  const stableLabels = useStableValue(withoutCounts)
  return useMemo(() => indexLabels(stableLabels), [stableLabels])
}
