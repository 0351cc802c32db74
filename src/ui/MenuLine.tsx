import { Check, Lock } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'
import { Keycap } from './Keycap.tsx'
import { shorten } from './shorten.ts'

export interface MenuItem {
  id: string
  label: string
  /** The language of the label, if it isn't the page's. */
  lang?: string
  /** The heading above the item, the same for neighbors. */
  group?: string | undefined
  /** The name of a color, as for a label. */
  color?: string | undefined
  /** What shows the same elsewhere, such as an icon or an avatar. Its text is not read out. */
  sign?: ReactNode
  /** Left out as long as the menu's field is empty. */
  isSearchedOnly?: boolean
  /** How many things it stands for. */
  count?: number | undefined
  /** A second, quieter text. */
  detail?: string | undefined
  /** A key that does the same on the page. */
  shortcut?: string | undefined
  /** Why the item is disabled. */
  disabledReason?: string | undefined
  /** Set for an item of a group in which one or several are checked. */
  isChecked?: boolean
  /** Set with `isChecked` when several can be checked; the menu stays open then. */
  isMultiple?: true
  onSelect: () => void
}

const LINE =
  'relative rounded-[0.3125rem] focus-within:bg-hover not-has-aria-disabled:hover:bg-hover has-[button:focus-visible]:outline-2 has-[button:focus-visible]:-outline-offset-2 has-[button:focus-visible]:outline-accent'
const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-[0.3125rem] px-2.5 py-[0.3125rem] text-start outline-none aria-disabled:text-ink-soft pointer-coarse:min-h-11'
// Clicking the detail chooses the item, but the detail is not part of its name.
const COVER = 'after:absolute after:inset-0'
const DETAIL = '-mt-1.5 block px-2.5 pb-1.5 text-ink-soft text-xs'

interface MenuLineProps {
  item: MenuItem
  /** Whether other items of the menu can be checked, so that all texts begin at the same place. */
  isIndented: boolean
}

export function MenuLine({ item, isIndented }: MenuLineProps) {
  const detailId = useId()
  const { disabledReason, isChecked } = item
  const detail = disabledReason ?? item.detail
  return (
    <div role="none" className={LINE}>
      <button
        type="button"
        {...itemRole(item)}
        data-item-id={item.id}
        lang={item.lang}
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={detail ? detailId : undefined}
        tabIndex={-1}
        className={`${ITEM} ${COVER}`}
        onClick={() => !disabledReason && item.onSelect()}
      >
        {isIndented && (
          <Icon
            icon={Check}
            data-checked={isChecked ? '' : undefined}
            className="size-4 shrink-0 opacity-0 data-checked:text-accent data-checked:opacity-100"
          />
        )}
        <Sign item={item} />
        <bdi className="min-w-0 flex-1 [text-align:match-parent]">{shorten(item.label)}</bdi>
        {item.count !== undefined && (
          <span aria-hidden="true" className="digits text-ink-soft text-xs">
            {item.count}
          </span>
        )}
        {item.shortcut && <Keycap keys={item.shortcut} className="ms-3" />}
        {disabledReason && <Icon icon={Lock} className="size-4 shrink-0" />}
      </button>
      {detail && (
        <span
          id={detailId}
          data-indented={isIndented ? '' : undefined}
          className={`${DETAIL} data-indented:ps-[2.125rem]`}
        >
          {detail}
        </span>
      )}
    </div>
  )
}

function Sign({ item: { color, sign } }: { item: MenuItem }) {
  if (color === undefined && !sign) return null
  return (
    <span aria-hidden="true" className="grid w-5 shrink-0 place-items-center">
      {sign ?? <span data-color={color} className="size-2 rounded-full bg-label" />}
    </span>
  )
}

interface MenuButtonProps {
  children: ReactNode
  /** A quieter text below, which is not part of the name. */
  detail?: ReactNode
  onSelect: () => void
}

/** A button in a menu that is not one of its items, such as "Add key". */
export function MenuButton({ children, detail, onSelect }: MenuButtonProps) {
  return (
    <div className={`${LINE} min-w-0 flex-1`}>
      <button type="button" data-menu-extra className={`${ITEM} ${COVER}`} onClick={onSelect}>
        <span>{children}</span>
      </button>
      {detail && <span className={DETAIL}>{detail}</span>}
    </div>
  )
}

function itemRole({ isChecked, isMultiple }: MenuItem) {
  if (isChecked === undefined) return { role: 'menuitem' }
  return { role: isMultiple ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': isChecked }
}
