import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useOpenLayer } from './layers.tsx'
import { type MenuItem, MenuLine } from './MenuLine.tsx'
import { type Anchor, placePopover } from './place-popover.ts'
import { SearchInput } from './SearchInput.tsx'
import { MENU_ITEM_SELECTOR, useMenuKeyboard } from './use-menu-keyboard.ts'

export type { MenuItem } from './MenuLine.tsx'

interface MenuProps {
  label: string
  items: readonly MenuItem[]
  /** The element beside which the menu opens. */
  anchor: () => Anchor | null
  onClose: () => void
  /** Shows a field with this label that filters the items, and `emptyMessage` when none is left. */
  filter?: { label: string; emptyMessage: (filter: string) => string }
  /** Shows the label above the items. */
  hasCaption?: boolean
  /** Id of the item with the initial focus; by default the checked one, or the first. */
  initialItemId?: string | undefined
  /** Renders what comes after the items. `filter` is the text of the field. */
  renderAfter?: (filter: string) => ReactNode
}

const MENU = [
  'fixed inset-auto m-0 max-h-[min(36rem,calc(100dvh-1rem))] w-max min-w-52 overflow-y-auto',
  'max-w-[min(22rem,calc(100vw-1rem))] rounded-lg border border-line bg-raised p-1 text-ink',
  'raised-shadow scrollbar-thin motion-safe:slide-in max-sm:inset-[auto_0_0] max-sm:w-full max-sm:[--slide:0_0.5rem]',
  'max-sm:max-h-[70dvh] max-sm:max-w-none max-sm:rounded-b-none max-sm:rounded-t-[0.875rem]',
  'max-sm:p-2 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
  // The keyboard of a phone covers the lower half, and a list that shrinks must not move its field.
  'max-sm:data-filtered:inset-[0_0_auto] max-sm:data-filtered:h-[50dvh]',
  'max-sm:data-filtered:rounded-t-none max-sm:data-filtered:rounded-b-[0.875rem]',
  'max-sm:data-filtered:pt-[max(0.5rem,env(safe-area-inset-top))]',
].join(' ')

const GROUP_HEADING = 'px-2.5 pt-2 pb-1 font-semibold text-ink-soft text-xs'

/**
 * A menu based on the browser's popover: a click outside closes it, arrow keys, Home, and End move
 * the focus, and typing finds an item. On narrow screens it is a sheet at the bottom.
 */
export function Menu(props: MenuProps) {
  const { label, items, anchor, onClose, filter, hasCaption, initialItemId, renderAfter } = props
  const ref = useRef<HTMLDivElement>(null)
  const [filterText, setFilterText] = useState('')
  const listId = useId()
  const visibleItems = items.filter((item) => isMatch(item, filterText))
  const isIndented = items.some((item) => item.isChecked !== undefined)
  const keyboard = useMenuKeyboard({
    menu: ref,
    onClose,
    onChooseFirst: () => {
      visibleItems.find((item) => !item.disabledReason)?.onSelect()
      // In a menu that stays open, the next word replaces this one.
      ref.current?.querySelector('input')?.select()
    },
  })
  useOpenPopover(ref, anchor, initialItemId)
  useCloseOnToggle(ref, onClose)
  useCloseOnTurn(onClose)

  return (
    <>
      {/* The click that closes the menu must not reach what is below it. */}
      <div className="fixed inset-0 z-20 max-sm:bg-black/45" />
      <div
        ref={ref}
        popover="auto"
        data-filtered={filter ? '' : undefined}
        className={MENU}
        onKeyDown={keyboard.handleKeyDown}
        onKeyUp={keyboard.handleKeyUp}
      >
        {hasCaption && (
          <p className="px-2.5 py-1.5 text-ink-soft text-xs" aria-hidden="true">
            <bdi>{label}</bdi>
          </p>
        )}
        {filter && (
          <SearchInput
            aria-label={filter.label}
            placeholder={filter.label}
            aria-controls={listId}
            className="sticky! top-0 z-1 mb-1 bg-raised!"
            value={filterText}
            onChange={(event) => setFilterText(event.target.value)}
          />
        )}
        <div role="menu" id={listId} aria-label={label} hidden={visibleItems.length === 0}>
          {groupItems(visibleItems).map(({ name, items: members }, index) => (
            // A name is unique in its menu, and the first item of a group can change.
            <MenuGroup key={name ?? index} name={name}>
              {members.map((item) => (
                <MenuLine key={item.id} item={item} isIndented={isIndented} />
              ))}
            </MenuGroup>
          ))}
        </div>
        <p role="status" className="px-2.5 py-2 text-ink-soft empty:hidden">
          {filter && items.length > 0 && visibleItems.length === 0
            ? filter.emptyMessage(filterText)
            : ''}
        </p>
        {renderAfter?.(filterText)}
      </div>
    </>
  )
}

/** Neighbors with the same heading, or none. */
function groupItems(items: readonly MenuItem[]) {
  const groups: { name: string | undefined; items: MenuItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.name === item.group) last.items.push(item)
    else groups.push({ name: item.group, items: [item] })
  }
  return groups
}

function MenuGroup({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (!name) return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-label={name}>
      <p className={GROUP_HEADING} aria-hidden="true">
        {name}
      </p>
      {children}
    </div>
  )
}

function useOpenPopover(
  ref: React.RefObject<HTMLDivElement | null>,
  anchor: () => Anchor | null,
  initialItemId: string | undefined,
): void {
  const openLayer = useOpenLayer()
  // Only the values at the time of opening matter.
  const initial = useRef({ anchor, itemId: initialItemId })
  useLayoutEffect(() => {
    const menu = ref.current
    if (!menu) return
    menu.showPopover()
    placePopover(menu, initial.current.anchor())
    const items = [...menu.querySelectorAll<HTMLElement>(MENU_ITEM_SELECTOR)]
    const { itemId } = initial.current
    const requested = items.find((item) => itemId && item.dataset.itemId === itemId)
    const checked = items.find((item) => item.getAttribute('aria-checked') === 'true')
    const first = requested ?? checked ?? items[0]
    first?.focus()
    return openLayer({ type: 'menu', element: menu })
  }, [ref, openLayer])
}

/** A phone that is turned has another place for the menu. */
function useCloseOnTurn(onClose: () => void): void {
  useEffect(() => {
    const { innerWidth } = window
    // The keyboard of a phone changes only the height.
    const handleResize = () => {
      if (window.innerWidth !== innerWidth) onClose()
    }
    window.addEventListener('resize', handleResize)
    return () => window.removeEventListener('resize', handleResize)
  }, [onClose])
}

function useCloseOnToggle(ref: React.RefObject<HTMLDivElement | null>, onClose: () => void): void {
  useEffect(() => {
    const menu = ref.current
    const handleToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') onClose()
    }
    menu?.addEventListener('toggle', handleToggle)
    return () => menu?.removeEventListener('toggle', handleToggle)
  }, [ref, onClose])
}

function isMatch(item: MenuItem, filter: string): boolean {
  if (item.isSearchedOnly && filter.trim() === '') return false
  const text = `${item.label} ${item.detail ?? ''} ${item.group ?? ''}`.toLowerCase()
  const words = filter.toLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}
