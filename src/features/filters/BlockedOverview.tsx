import { useMemo } from 'react'
import { ANY_CAUSE } from '#model/card-filter.ts'
import { countCauses } from '#model/filter-counts.ts'
import { causeName } from '#model/messages/filter-messages.ts'
import { nextStep } from '#model/messages/refusal-messages.ts'
import { REFUSAL_CAUSES } from '#model/refusal.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { changeUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'

interface BlockedOverviewProps {
  /** The filter's: causes, or ANY_CAUSE. */
  causes: readonly string[]
}

/**
 * How many cards are blocked by each cause: each is a filter. With one cause chosen, the next step.
 * On a phone, the filter menu has the causes, and a card has its next step.
 */
export function BlockedOverview({ causes }: BlockedOverviewProps) {
  const board = useBoardView()?.board
  const counts = useMemo(() => countCauses(board), [board])
  if (causes.includes(ANY_CAUSE)) {
    return [...counts].map(([cause, count]) => (
      <Button
        key={cause}
        kind="quiet"
        className="max-sm:hidden"
        data-tip={stepFor(cause)}
        onClick={() => changeUrl({ blocked: [cause] }, 'replace')}
      >
        {causeName(cause)} <span className="text-ink-soft digits">{count}</span>
      </Button>
    ))
  }
  const [only = '', second] = causes
  const step = second === undefined ? stepFor(only) : undefined
  return step && <p className="whitespace-nowrap text-ink-soft text-xs max-sm:hidden">{step}</p>
}

function stepFor(name: string): string | undefined {
  const cause = REFUSAL_CAUSES.find((known) => known === name)
  return cause && nextStep(cause)
}
