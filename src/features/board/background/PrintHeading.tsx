import { usePrinting } from '#hooks/use-printing.ts'
import { dateTime } from '#messages/card-repository-messages.ts'
import { cardsOfTotal } from '#messages/filter-messages.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { filterText } from '#model/filter-text.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useCardCounts } from '#queries/board-view/use-board-view.tsx'
import { useBoardFreshness } from '#queries/feed/use-board.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useBoardTitle } from '#state/names.ts'
import { useUrlFilter } from '#state/url.ts'

/** On paper, in place of the header: which board, as of when, and what the filter leaves. */
export function PrintHeading() {
  // Not before: the first date that is written out takes longer than a frame.
  return usePrinting() ? <Heading /> : null
}

function Heading() {
  const session = useSession()
  const title = useBoardTitle(session.workspaceId)
  const { loadedAt } = useBoardFreshness(session)
  const counts = useCardCounts()
  const labels = useLabels(session).data?.labels ?? []
  const filter = useUrlFilter()
  return (
    <div className="hidden pb-2 print:block">
      <p className="font-semibold text-lg">
        <bdi>{title}</bdi>
      </p>
      <p>
        {loadedAt !== undefined && dateTime(loadedAt)}
        {counts && ` · ${cardsOfTotal(counts.visible, counts.total)}`}
        {!isEmptyFilter(filter) && ` · ${filterText(filter, labels)}`}
      </p>
    </div>
  )
}
