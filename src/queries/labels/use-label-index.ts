import { useMemo } from 'react'
import { indexLabels, type LabelIndex } from '#model/label-lookup.ts'
import { useSession } from '../session.ts'
import { useStableValue } from '../use-stable-value.ts'
import { useLabels } from './labels-query.ts'

/** Card counts change with every label edit. Cards don't show them, so the index ignores them. */
export function useLabelIndex(): LabelIndex {
  const labels = useLabels(useSession()).data?.labels
  const withoutCounts = useMemo(
    () => (labels ?? []).map((label) => ({ ...label, taskCount: undefined })),
    [labels],
  )
  const stableLabels = useStableValue(withoutCounts)
  return useMemo(() => indexLabels(stableLabels), [stableLabels])
}
