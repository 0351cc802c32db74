import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { isComposing } from '#hooks/is-composing.ts'
import { ariaShortcut, Keycap } from './Keycap.tsx'
import { INPUT } from './SearchInput.tsx'
import { useModal } from './use-modal.ts'

interface PaletteOption {
  id: string
  label: string
  /** A quieter text beside it. */
  detail?: string | undefined
  /** A key that does the same on the page. */
  shortcut?: string | undefined
  onSelect: () => void
}

export interface PaletteGroup {
  label: string
  options: readonly PaletteOption[]
}

interface PaletteProps {
  label: string
  /** Label of the search field. */
  searchLabel: string
  text: string
  onTextChange: (text: string) => void
  /** What matches the text. */
  groups: readonly PaletteGroup[]
  /** Shown, and announced, when nothing matches. */
  emptyMessage: string
  onClose: () => void
  /** Whether what was selected takes the focus. Otherwise it goes back to where it was. */
  isFocusTaken: () => boolean
}

/** Over the whole page, so that no click and no wheel gets to what is under it. */
const COVER = 'inset-0 size-full max-h-none max-w-none overflow-hidden bg-transparent text-ink'
const PALETTE = [
  'mx-auto mt-[12dvh] w-[min(40rem,calc(100vw-1rem))] overflow-hidden rounded-xl border',
  'border-line bg-raised raised-shadow motion-safe:slide-in max-sm:mt-2',
].join(' ')

const OPTION = [
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-hover',
  'pointer-coarse:min-h-11',
].join(' ')

/**
 * A list of everything that can be found by typing. The focus stays in the search field, and the
 * arrow keys choose. It closes when the focus goes elsewhere.
 */
export function Palette(props: PaletteProps) {
  const { label, searchLabel, text, onTextChange, groups, emptyMessage, onClose } = props
  const cover = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const hasLostFocus = useRef(false)
  const [chosenId, setChosenId] = useState<string>()
  const baseId = useId()
  const options = groups.flatMap((group) => group.options)
  // The palette is painted with what fits into it, and the rest follows.
  const shown = Math.max(FIRST_OPTIONS, useDeferredValue(options.length, FIRST_OPTIONS))
  const found = options.findIndex(({ id }) => id === chosenId)
  const index = Math.max(0, found)
  const current = options[index]
  const { onMouseDown, onClick } = useModal(cover, {
    onClose,
    isFocusTaken: () => hasLostFocus.current || props.isFocusTaken(),
  })
  const elementId = (id: string | undefined) =>
    id === undefined ? undefined : baseId + withoutSpaces(id)
  const currentId = elementId(current?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the option may have been left out
  useEffect(() => {
    const element = currentId === undefined ? null : document.getElementById(currentId)
    element?.scrollIntoView({ block: 'nearest' })
  }, [currentId, shown])

  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget || cover.current?.contains(relatedTarget)) return
    hasLostFocus.current = true
    onClose()
  }
  const handleMouseDown = (event: MouseEvent) => {
    onMouseDown(event)
    // The field keeps the focus.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    // There is nothing else to go to.
    if (event.key === 'Tab') return event.preventDefault()
    if (event.key === 'Enter' || event.key === 'Escape') {
      // The first Escape would only clear the field.
      event.preventDefault()
      return event.key === 'Enter' ? current?.onSelect() : onClose()
    }
    const next = nextIndex(event, index, options.length)
    if (next === undefined) return
    event.preventDefault()
    setChosenId(options[next]?.id)
  }
  return (
    <div
      ref={cover}
      popover="manual"
      role="dialog"
      aria-modal="true"
      aria-label={label}
      className={COVER}
      // A focus that has nowhere else to go comes to the cover.
      onFocus={({ target }) => target === cover.current && field.current?.focus()}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
      onMouseDown={handleMouseDown}
      onClick={onClick}
    >
      <div className={PALETTE}>
        <input
          ref={field}
          type="search"
          data-autofocus
          aria-label={searchLabel}
          placeholder={searchLabel}
          aria-controls={`${baseId}list`}
          aria-activedescendant={currentId}
          autoComplete="off"
          spellCheck={false}
          className={`${INPUT} search-field min-h-12! rounded-none! border-0! border-line! border-b! bg-transparent! ps-9! text-base outline-none!`}
          value={text}
          onChange={(event) => {
            setChosenId(undefined)
            onTextChange(event.target.value)
          }}
        />
        <div className="relative">
          <div
            id={`${baseId}list`}
            role="listbox"
            aria-label={label}
            className="h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain scrollbar-thin p-1.5"
          >
            {firstOptions(groups, shown).map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
              <div key={group.label} role="group" aria-label={group.label}>
                <p
                  aria-hidden="true"
                  className="px-3 pt-2 pb-1 font-semibold text-ink-soft text-xs"
                >
                  {group.label}
                </p>
                {group.options.map((option) => (
                  <OptionLine
                    key={option.id}
                    id={elementId(option.id) ?? ''}
                    option={option}
                    isCurrent={option === current}
                  />
                ))}
              </div>
            ))}
          </div>
          {/* In the empty list, so that typing doesn't change the height. */}
          <p
            role="status"
            className="absolute inset-x-0 top-0 px-4 py-3 text-ink-soft empty:hidden"
          >
            {options.length === 0 ? emptyMessage : ''}
          </p>
        </div>
      </div>
    </div>
  )
}

/** A few more than the list has room for. */
const FIRST_OPTIONS = 12

/** The groups with only so many options. */
function firstOptions(groups: readonly PaletteGroup[], count: number): PaletteGroup[] {
  let left = count
  return groups.flatMap(({ label, options }) => {
    const first = options.slice(0, left)
    left -= first.length
    return first.length > 0 ? [{ label, options: first }] : []
  })
}

interface OptionLineProps {
  id: string
  option: PaletteOption
  isCurrent: boolean
}

function OptionLine({ id, option, isCurrent }: OptionLineProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      aria-keyshortcuts={ariaShortcut(option.shortcut)}
      className={`${OPTION} hover:bg-hover`}
      onClick={option.onSelect}
    >
      <bdi className="line-clamp-2 min-w-0">{option.label}</bdi>
      {option.detail && (
        <bdi className="line-clamp-2 min-w-0 flex-1 text-ink-soft text-xs">{option.detail}</bdi>
      )}
      {option.shortcut && <Keycap keys={option.shortcut} className="ms-auto" />}
    </div>
  )
}

/** An id of an element has no spaces, and other ids can be any text. */
function withoutSpaces(id: string): string {
  return id.replace(/\W/g, (character) => `-${character.charCodeAt(0).toString(16)}-`)
}

const PAGE = 8

/** Home and End move the cursor in the text. */
function nextIndex(event: KeyboardEvent, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (event.key) {
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, index + PAGE)
    case 'PageUp':
      return Math.max(0, index - PAGE)
    default:
      return undefined
  }
}
