import { FIND_A_LABEL, SORT_BY } from '#messages/common-messages.ts'
import { LABEL_ORDER_NAMES, NEW_LABEL } from '#messages/label-messages.ts'
import type { LabelOrder } from '#model/label-sort.ts'
import { Button } from '#ui/Button.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'
import { Select } from '#ui/Select.tsx'
import { NEW_BUTTON, SEARCH_FIELD } from './use-focus-target.ts'
import type { LabelManagerState } from './use-label-manager.ts'

interface LabelToolbarProps {
  manager: LabelManagerState
  /** Id of the element that says why no label can be created. */
  disabledBy: string | undefined
}

const ORDERS: readonly LabelOrder[] = ['name', 'use', 'color']

export function LabelToolbar({ manager, disabledBy }: LabelToolbarProps) {
  const { filter, setFilter, order, setOrder, openNewForm, focus } = manager
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        ref={focus.refFor(SEARCH_FIELD)}
        className="w-auto! min-w-0 flex-1 basis-48"
        aria-label={FIND_A_LABEL}
        placeholder={FIND_A_LABEL}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <Select
        className="w-auto!"
        aria-label={SORT_BY}
        value={order}
        onChange={(event) => {
          const selected = ORDERS.find((candidate) => candidate === event.target.value)
          setOrder(selected ?? 'name')
        }}
      >
        {ORDERS.map((candidate) => (
          <option key={candidate} value={candidate}>
            {LABEL_ORDER_NAMES[candidate]}
          </option>
        ))}
      </Select>
      <Button
        ref={focus.refFor(NEW_BUTTON)}
        kind="primary"
        disabledBy={disabledBy}
        onClick={openNewForm}
      >
        {NEW_LABEL}
      </Button>
    </div>
  )
}
