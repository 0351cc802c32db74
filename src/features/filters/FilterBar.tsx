import { ListFilter, OctagonAlert } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { isComposing } from '#hooks/is-composing.ts'
import { stoppedCards } from '#messages/board-messages.ts'
import { areStopped, FILTER, FILTER_CARDS, SELECTED_FILTERS } from '#messages/common-messages.ts'
import { FILTER_PART } from '#messages/part-messages.ts'

import { createStoppedCounter } from '#model/board-lookup.ts'
import { ANY_CAUSE, choicesIn } from '#model/card-filter.ts'
import { keycap } from '#model/keycap.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { answers, Later, useLoaded } from '#start/later.tsx'
import { setLeavesFilter, useBoardUiStore } from '#state/board-ui-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Keycap } from '#ui/Keycap.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'

const BAR = 'flex min-w-0 grow items-center gap-1 max-sm:w-full max-sm:flex-wrap'

/** Which cards are visible: text, labels, priorities, and those that can't move. */
export function FilterBar() {
  const code = useLoaded(answers)
  return (
    <div className={BAR}>
      <FilterField />
      <FilterButton />
      <StoppedButton />
      {code && <code.NewActivityButton />}
      {code && <code.ActiveFilters />}
    </div>
  )
}

/** As wide as a digit. */
const FIGURE_SPACE = '\u2007'

/** The only part that renders with each change of the board. */
function StoppedButton() {
  const { blocked } = useUrl()
  const isPressed = blocked.length > 0
  const view = useBoardView()
  const [countStopped] = useState(createStoppedCounter)
  const stoppedCount = view ? countStopped(view.board) : 0
  const isNeeded = stoppedCount > 0 || isPressed
  return (
    <Button
      kind="quiet"
      // It keeps its place, so that nothing beside it moves when the first card can't move.
      aria-hidden={!isNeeded}
      className="aria-pressed:border-danger! aria-pressed:bg-danger-tint! aria-pressed:text-danger aria-hidden:invisible"
      data-tip={view && stoppedCards(stoppedCount)}
      aria-pressed={isPressed}
      onClick={() => changeUrl({ blocked: isPressed ? [] : [ANY_CAUSE] }, 'filter')}
    >
      <Icon icon={OctagonAlert} className="size-4 text-danger" />
      <span>
        {view ? stoppedCount : FIGURE_SPACE}{' '}
        <span className="max-lg:sr-only">{areStopped(stoppedCount)}</span>
      </span>
    </Button>
  )
}

function FilterField() {
  const { text } = useUrl()
  const field = useRef<HTMLInputElement>(null)
  const focusRequests = useBoardUiStore((state) => state.filterFocusRequests)
  const handledRequests = useRef(focusRequests)
  useEffect(() => {
    if (focusRequests === handledRequests.current) return
    handledRequests.current = focusRequests
    field.current?.focus()
    field.current?.select()
  }, [focusRequests])
  const setText = (value: string) => changeUrl({ text: value }, 'filter')
  return (
    <div
      data-filter-field
      className="relative min-w-0 sm:w-48 lg:w-60 xl:w-70 max-xl:-order-2 max-sm:flex-1"
    >
      <SearchInput
        ref={field}
        aria-label={FILTER_CARDS}
        aria-keyshortcuts={keycap('/')}
        placeholder={FILTER_CARDS}
        className="peer min-h-7.5! pointer-coarse:min-h-11! border-line! py-1!"
        value={text}
        onChange={(event) => {
          setLeavesFilter(false)
          setText(event.target.value)
        }}
        onBlur={() => setLeavesFilter(false)}
        onKeyDown={({ key, nativeEvent }) => {
          // These can also end or cancel the input of a character.
          if (isComposing(nativeEvent)) return
          const isLeaving = key === 'Escape' && text === ''
          if (key === 'Escape') setText('')
          setLeavesFilter(isLeaving || key === 'Enter' || key === 'ArrowDown')
        }}
      />
      <Keycap keys={keycap('/')} className={SEARCH_KEY} />
    </div>
  )
}

const SEARCH_KEY = [
  'pointer-events-none absolute inset-y-0 end-2 my-auto hidden h-5',
  'peer-placeholder-shown:peer-not-focus:pointer-fine:block',
].join(' ')

function FilterButton() {
  const count = choicesIn(useUrl())
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      data-tip={FILTER}
      className={count > 0 ? 'border-accent! bg-accent-tint!' : ''}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject={FILTER_PART}
      menu={(place) => (
        <Later code={answers}>{({ FilterMenu }) => <FilterMenu {...place} />}</Later>
      )}
    >
      <Icon icon={ListFilter} className="size-4" />
      <span>
        <span className="max-lg:sr-only">{FILTER}</span>
        {count > 0 && ` ${count} `}
        {count > 0 && <span className="sr-only">{SELECTED_FILTERS}</span>}
      </span>
    </MenuTrigger>
  )
}
