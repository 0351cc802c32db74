import { carriedCount } from '#messages/selection-messages.ts'
import { anonymousCopy, listParts, markDragged, markLanded } from '../board-marks.ts'

const COVER = 'fixed inset-0 z-20 cursor-grabbing'

const CARRIED = [
  'pointer-events-none absolute rotate-[1.2deg] border-line-strong! bg-raised! raised-shadow',
  'will-change-[translate] motion-reduce:rotate-0',
  // It must not cover the tabs of the columns.
  'max-sm:[scale:0.6]',
].join(' ')

/**
 * The copy of a card that follows the pointer. It is above a cover for the whole page: nothing
 * below reacts to the pointer, and the browser finds what is under it in one element. React has no
 * part in it, so it is there in the frame of the event that starts the drag.
 * See .github/decisions/0011-a-drag-renders-nothing.md.
 */
export class CarriedCard {
  readonly #card: HTMLElement
  readonly #copy: HTMLElement
  readonly #cover = document.createElement('div')
  readonly #unmark: () => void
  /** Takes the copy out of its new column. */
  #takeOut: (() => void) | undefined

  /**
   * `grip` is where the pointer holds the card, in pixels from the corner of the window. A `count`
   * of several cards is shown at its corner.
   */
  constructor(card: HTMLElement, grip: { x: number; y: number }, count: number) {
    const { left, top, width } = card.getBoundingClientRect()
    this.#card = card
    this.#copy = anonymousCopy(card)
    this.#copy.className += ` ${CARRIED}`
    Object.assign(this.#copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
    this.#copy.style.transformOrigin = `${grip.x - left}px ${grip.y - top}px`
    if (count > 1) this.#copy.append(countBadge(count))
    this.#cover.className = COVER
    this.#cover.ariaHidden = 'true'
    this.#cover.append(this.#copy)
    document.body.append(this.#cover)
    this.#unmark = markDragged(card)
  }

  /** In pixels from where the card is. */
  moveTo(x: number, y: number): void {
    this.#copy.style.translate = `${x}px ${y}px`
  }

  /**
   * Puts the copy below the rows of a list, until `remove`: what React renders for a drop takes
   * longer than a frame on a slow device. The card keeps its id, by which the app finds its
   * element.
   */
  landIn(list: HTMLElement): void {
    const { rows, texts } = listParts(list)
    if (!rows) return
    rows.after(this.#copy)
    this.#copy.className = this.#card.className
    this.#copy.removeAttribute('style')
    const unmark = markLanded(this.#card, this.#copy)
    for (const text of texts) text.style.visibility = 'hidden'
    this.#takeOut = () => {
      unmark()
      this.#copy.remove()
      for (const text of texts) text.style.visibility = ''
    }
    this.#cover.remove()
  }

  remove(): void {
    this.#takeOut?.()
    this.#takeOut = undefined
    this.#cover.remove()
    this.#unmark()
  }
}

function countBadge(count: number): HTMLElement {
  const badge = document.createElement('span')
  badge.className = 'digits absolute rounded-full bg-accent px-2 font-semibold text-accent-ink'
  Object.assign(badge.style, { insetBlockStart: '-0.5rem', insetInlineEnd: '-0.5rem' })
  badge.textContent = carriedCount(count)
  return badge
}
