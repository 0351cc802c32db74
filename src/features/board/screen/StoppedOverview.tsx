import { useMemo } from 'react'
import { CANNOT_MOVE_BY_CAUSE, causeName, waitingForChecks } from '#messages/filter-messages.ts'
import { nextStep } from '#messages/refusal-messages.ts'
import { ANY_CAUSE, causesIn } from '#model/card-filter.ts'
import { countCauses, countWaiting } from '#model/filter-counts.ts'
import { REFUSAL_CAUSES } from '#model/refusal.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { changeUrl, useUrl } from '#state/url.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

/** How many cards can't move by each cause, which filter, and the next step for one of them. */
export function StoppedOverview() {
  const { blocked } = useUrl()
  return blocked.length > 0 ? <Overview blocked={blocked} /> : null
}

interface OverviewProps {
  /** The filter's: causes, or ANY_CAUSE. */
  blocked: readonly string[]
}

function Overview({ blocked }: OverviewProps) {
  const board = useBoardView()?.board
  const counts = useMemo(() => countCauses(board), [board])
  const waitingCount = useMemo(() => countWaiting(board), [board])
  const chosen = causesIn({ blocked })
  const [only, second] = chosen
  const toggle = (cause: string) => {
    const others = chosen.filter((other) => other !== cause)
    const next = others.length < chosen.length ? others : [...chosen, cause]
    // The row stays for the next choice.
    changeUrl({ blocked: next.length > 0 ? next : [ANY_CAUSE] }, 'replace')
  }
  const buttons = [...new Set([...counts.keys(), ...chosen])].map((cause) => (
    <Button key={cause} aria-pressed={chosen.includes(cause)} onClick={() => toggle(cause)}>
      {causeName(cause)} <span className="text-ink-soft digits">{counts.get(cause) ?? 0}</span>
    </Button>
  ))
  const showWaiting = () => changeUrl({ blocked: [], states: ['running'] }, 'filter')
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      {buttons}
      {waitingCount > 0 && (
        <Button kind="quiet" onClick={showWaiting}>
          {waitingForChecks(waitingCount)}
        </Button>
      )}
    </div>
  )
  return (
    <Banner tone="info" actions={actions}>
      {(second === undefined && stepFor(only)) || CANNOT_MOVE_BY_CAUSE}
    </Banner>
  )
}

function stepFor(name: string | undefined): string | undefined {
  const cause = REFUSAL_CAUSES.find((known) => known === name)
  return cause && nextStep(cause)
}
