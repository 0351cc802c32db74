import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { placeBeside } from './place-beside.ts'

/** One line of a menu. */
export interface MenuItem {
  id: string
  label: string
  /** A second, quieter text beside the label. */
  detail?: string | undefined
  /** Set when the item cannot be chosen: says why, in the item itself. */
  disabledReason?: string | undefined
  /** Set for one of a group of which one is chosen. */
  checked?: boolean
  /** Set beside `checked` when several can be chosen; such an item leaves the menu open. */
  multiple?: true
  onSelect: () => void
}

interface MenuProps {
  label: string
  items: readonly MenuItem[]
  /** What the menu stands beside; looked up when it opens. */
  anchor: () => Element | null
  onClose: () => void
  /** Offers a field that narrows the list; its name. */
  filterLabel?: string
  /** Becomes a sheet at the bottom of narrow screens. */
  sheet?: boolean
  /** Shows the menu's name above its items. */
  captioned?: boolean
  /** Id of the item that has the focus at first; else the chosen one has it, else the first. */
  startAt?: string
  children?: ReactNode
}

/** Time between two letters of one word, in milliseconds. */
const WORD_WITHIN = 800

/** A menu on the browser's own popover: light dismiss, arrows, Home and End, and typing finds an item. */
export function Menu({ label, items, anchor, onClose, filterLabel, sheet, captioned, startAt, children }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState('')
  const listId = useId()
  const shown = items.filter((item) => matches(item, filter))
  const openedFor = useRef(anchor)
  const openedAt = useRef(startAt)
  const typed = useRef({ word: '', at: Number.NEGATIVE_INFINITY })

  useLayoutEffect(() => {
    const menu = ref.current
    if (!menu) return
    menu.showPopover()
    placeBeside(menu, openedFor.current(), sheet ?? false)
    const items = [...menu.querySelectorAll<HTMLElement>(ITEM)]
    const wanted = items.find((item) => openedAt.current !== undefined && item.dataset.itemId === openedAt.current)
    const chosen = wanted ?? items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0]
    chosen?.focus()
  }, [sheet])

  useEffect(() => {
    const menu = ref.current
    const handleToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') onClose()
    }
    menu?.addEventListener('toggle', handleToggle)
    return () => menu?.removeEventListener('toggle', handleToggle)
  }, [onClose])

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation()
    const targets = [...(ref.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
    const at = targets.indexOf(document.activeElement as HTMLElement)
    const inField = document.activeElement instanceof HTMLInputElement
    const step = { ArrowDown: at + 1, ArrowUp: at < 0 ? targets.length - 1 : at - 1, Home: 0, End: targets.length - 1 }
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (Object.hasOwn(step, event.key) && !(inField && (event.key === 'Home' || event.key === 'End'))) {
      event.preventDefault()
      const index = step[event.key as keyof typeof step]
      targets.at(index % Math.max(1, targets.length))?.focus()
    } else if (inField && event.key === 'Enter') {
      event.preventDefault()
      const [first] = shown.filter((item) => !item.disabledReason)
      first?.onSelect()
    } else if (
      !inField &&
      event.key.length === 1 &&
      (event.key !== ' ' || isTyping(event)) &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      typeAhead(event, targets)
    }
  }

  // Firefox presses a button when the space is let go.
  const handleKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && typed.current.word.endsWith(' ')) event.preventDefault()
  }

  const isTyping = (event: KeyboardEvent) => event.timeStamp - typed.current.at < WORD_WITHIN

  const typeAhead = (event: KeyboardEvent, targets: readonly HTMLElement[]) => {
    const field = ref.current?.querySelector('input')
    if (field) {
      field.focus()
      return
    }
    // A space within a word belongs to it; otherwise it would choose the item found so far.
    if (event.key === ' ') event.preventDefault()
    const word = (isTyping(event) ? typed.current.word : '') + event.key.toLowerCase()
    typed.current = { word, at: event.timeStamp }
    // A first letter goes on to the next item that begins with it; a word in the making may stay where it is.
    const from = targets.indexOf(document.activeElement as HTMLElement) + (word.length > 1 ? 0 : 1)
    const order = [...targets.slice(from), ...targets.slice(0, from)]
    order.find((item) => item.textContent?.trim().toLowerCase().startsWith(word))?.focus()
  }

  return (
    <>
      {/* The press that closes the menu must not also press what lies under it. */}
      <div className="menu-shade" data-sheet={sheet ? '' : undefined} />
      <div
        ref={ref}
        popover="auto"
        className="menu"
        data-sheet={sheet ? '' : undefined}
        onKeyDown={handleKeyDown}
        onKeyUp={handleKeyUp}
      >
        {captioned && (
          <p className="px-2.5 py-1.5 text-ink-soft text-xs" aria-hidden="true">
            <bdi>{label}</bdi>
          </p>
        )}
        {filterLabel && (
          <input
            type="search"
            aria-label={filterLabel}
            placeholder={filterLabel}
            aria-controls={listId}
            className="field mb-1"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
        <div role="menu" id={listId} aria-label={label}>
          {shown.map((item) => (
            <MenuLine key={item.id} item={item} />
          ))}
        </div>
        {items.length > 0 && shown.length === 0 && (
          <p className="px-2.5 py-2 text-ink-soft">Nothing matches “{filter}”.</p>
        )}
        {children}
      </div>
    </>
  )
}

const ITEM = '[role="menuitem"],[role="menuitemradio"],[role="menuitemcheckbox"],[data-menu-extra]'

function MenuLine({ item }: { item: MenuItem }) {
  const detailId = useId()
  const detail = item.disabledReason ?? item.detail
  const role =
    item.checked === undefined
      ? { role: 'menuitem' }
      : { role: item.multiple ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': item.checked }
  return (
    <div role="none" className="menu-line">
      <button
        type="button"
        {...role}
        data-item-id={item.id}
        aria-disabled={item.disabledReason ? true : undefined}
        aria-describedby={detail ? detailId : undefined}
        tabIndex={-1}
        className="menu-item"
        onClick={() => !item.disabledReason && item.onSelect()}
      >
        {item.checked !== undefined && <Icon name="check" className={item.checked ? 'text-accent' : 'opacity-0'} />}
        <bdi className="min-w-0 flex-1">{item.label}</bdi>
        {item.disabledReason && <Icon name="lock" />}
      </button>
      {detail && (
        <span id={detailId} className="menu-detail">
          {detail}
        </span>
      )}
    </div>
  )
}

function matches(item: MenuItem, filter: string): boolean {
  const text = `${item.label} ${item.detail ?? ''}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
