const COVER = 'fixed inset-0 z-20 cursor-grabbing'

const CARRIED = [
  'pointer-events-none absolute rotate-[1.2deg] border-line-strong! bg-raised! raised-shadow',
  'will-change-[translate] motion-reduce:rotate-0',
  // It must not cover the tabs of the columns.
  'max-sm:[scale:0.6]',
].join(' ')

/** What makes an element the card itself: it can be found, read aloud, reached, or followed. */
const IDENTITY = /^(id|href|tabindex|aria-.*|data-card-.*|data-changed)$/

/**
 * The copy of a card that follows the pointer. It is above a cover for the whole page: nothing
 * below reacts to the pointer, and the browser finds what is under it in one element. React has no
 * part in it, so it is there in the frame of the event that starts the drag.
 */
export class CarriedCard {
  readonly #card: HTMLElement
  readonly #copy: HTMLElement
  readonly #cover = document.createElement('div')
  /** The copy's row in the new column, and the texts of that column. */
  #landed: { row: HTMLElement; texts: HTMLElement[] } | undefined

  /** `grip` is where the pointer holds the card, in pixels from the corner of the window. */
  constructor(card: HTMLElement, grip: { x: number; y: number }) {
    const { left, top, width } = card.getBoundingClientRect()
    this.#card = card
    this.#copy = copyOf(card)
    Object.assign(this.#copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
    this.#copy.style.transformOrigin = `${grip.x - left}px ${grip.y - top}px`
    this.#cover.className = COVER
    this.#cover.ariaHidden = 'true'
    this.#cover.append(this.#copy)
    document.body.append(this.#cover)
    card.setAttribute('data-dragged', '')
  }

  /** In pixels from where the card is. */
  moveTo(x: number, y: number): void {
    this.#copy.style.translate = `${x}px ${y}px`
  }

  /**
   * Puts the copy at the end of a list, until `remove`: what React renders for a drop takes longer
   * than a frame on a slow device. The card keeps its id, by which the app finds its element.
   */
  landIn(list: HTMLElement): void {
    const rows = list.querySelector('ul')
    if (!rows) return
    const row = document.createElement('li')
    row.append(this.#copy)
    rows.append(row)
    this.#copy.className = this.#card.className
    this.#copy.removeAttribute('style')
    this.#copy.setAttribute('data-landed', '')
    moveNumber(this.#card, this.#copy)
    this.#landed = { row, texts: [...list.querySelectorAll<HTMLElement>(':scope > p')] }
    // Where a card lands, and that there is none.
    for (const text of this.#landed.texts) text.style.visibility = 'hidden'
    this.#cover.remove()
  }

  remove(): void {
    if (this.#landed) {
      moveNumber(this.#copy, this.#card)
      this.#landed.row.remove()
      for (const text of this.#landed.texts) text.style.visibility = ''
    }
    this.#cover.remove()
    this.#card.removeAttribute('data-dragged')
  }
}

const NUMBER = 'data-card-number'

/** It is where a person sees the card. */
function moveNumber(from: Element, to: Element): void {
  const number = from.getAttribute(NUMBER)
  from.removeAttribute(NUMBER)
  if (number !== null) to.setAttribute(NUMBER, number)
}

function copyOf(card: HTMLElement): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      if (IDENTITY.test(name)) element.removeAttribute(name)
    }
  }
  copy.className += ` ${CARRIED}`
  return copy
}
