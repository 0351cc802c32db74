import { SHOW_ALL_CARDS } from '#messages/common-messages.ts'
import { hiddenLanes } from '#messages/lane-messages.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { changeUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'

/** Below the other lanes: the filter hides these, and this is the way back. */
export function HiddenLanes({ count }: { count: number }) {
  return (
    <div className="sticky start-0 flex w-fit flex-wrap items-center gap-3 p-3">
      <p className="text-ink-soft">{hiddenLanes(count)}</p>
      <Button onClick={() => changeUrl(EMPTY_FILTER, 'replace')}>{SHOW_ALL_CARDS}</Button>
    </div>
  )
}
