import { useQuery } from '@tanstack/react-query'
import { useUrlFilter } from '#state/url.ts'
import { useSession } from '../access/board-access.ts'
import { labelsOptions } from '../labels/labels-query.ts'

/**
 * Whether nobody can tell yet which cards match the filter in the URL: a text can match the name of
 * a label, a card can name its labels, and the list of labels is on its way. [gap G6]
 */
export function useFilterWaitsForLabels(): boolean {
  const { text, labelIds, allLabelIds, withoutLabelIds } = useUrlFilter()
  const { isPending } = useQuery({ ...labelsOptions(useSession()), enabled: false })
  const needsLabels = text !== '' || [...labelIds, ...allLabelIds, ...withoutLabelIds].length > 0
  return isPending && needsLabels
}
