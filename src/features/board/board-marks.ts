import { type BoardElementRef, boardAround, cardOnPage, closest, isWithin } from './board-dom.ts'

/** How code that answers a person finds and marks the elements of the board. */

const SELECTION_BOX = '[data-select-card]'
const LANDED = 'data-landed'
const NUMBER = 'data-card-number'

// Finders.

/** The copy of a dropped card in its new column, until the board has rendered. */
export function landedCard(): HTMLElement | null {
  return document.querySelector(`[${LANDED}]`)
}

export function columnElement({ current }: BoardElementRef, columnKey: string): HTMLElement | null {
  const selector = `[data-column-key="${CSS.escape(columnKey)}"]`
  return current?.querySelector<HTMLElement>(selector) ?? null
}

/** All columns of a board, in flow order. */
export function columnElements(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('[data-column-key]')]
}

export function columnKeyOf({ dataset }: HTMLElement): string {
  return dataset.columnKey ?? ''
}

/** The parts of a column that look different for a verdict. */
export function columnParts(column: HTMLElement | null) {
  return {
    head: column?.querySelector<HTMLElement>('[data-column-head]') ?? undefined,
    body: column?.querySelector<HTMLElement>('[data-column-body]') ?? undefined,
    /** It scrolls the cards; with lanes, that is the board itself. */
    list: column?.querySelector<HTMLElement>('[data-scroller]') ?? closest(column, '[data-lanes]'),
  }
}

/** The button of a column that opens its menu, or that expands it if it is collapsed. */
export function columnControlOnPage(columnKey: string, isCollapsed: boolean): HTMLElement | null {
  const control = isCollapsed ? '[data-collapsed-column]' : '[data-column-actions]'
  return document.querySelector(`[data-column-key="${CSS.escape(columnKey)}"] ${control}`)
}

/** The element that scrolls the cards of a column; with lanes and in a list, it's the board. */
export function listOnPage(statusId: string): Element | null {
  const board = document.querySelector('[data-board][data-scroller]')
  return (
    board ?? document.querySelector(`[data-status-id="${CSS.escape(statusId)}"] [data-scroller]`)
  )
}

/** The row that has the head of a lane, its lane, and what scrolls them. */
export function laneAround(element: Element) {
  const head = element.closest('[data-group-head]')
  return { head, lane: head?.parentElement, scroller: element.closest('[data-scroller]') }
}

/** The row of column tabs on a narrow screen, and its tabs with the keys of their columns. */
export function columnTabStrip(): HTMLElement | null {
  return document.querySelector('[data-column-tabs]')
}

export function columnTabsIn(strip: HTMLElement): { key: string; element: HTMLElement }[] {
  const tabs = [...strip.querySelectorAll<HTMLElement>('[data-tab-of]')]
  return tabs.map((element) => ({ key: element.dataset.tabOf ?? '', element }))
}

/** The button that opens the menu of a card. */
export function actionsButtonOf(cardId: string): Element | null {
  return cardOnPage(cardId)?.querySelector('[data-card-actions]') ?? null
}

/** The button "Move to…" in the open panel of a card. */
export function moveButtonInPanel(cardId: string): Element | null {
  return document.querySelector(`[data-sheet-move="${CSS.escape(cardId)}"]`)
}

/** The card with changes that nobody has looked at which an event is on. */
export function changedCardAt(
  target: EventTarget | null,
): { cardId: string; changedAt: number } | undefined {
  const { cardId, changed } = closest(target, '[data-changed]')?.dataset ?? {}
  return cardId && changed ? { cardId, changedAt: Number(changed) } : undefined
}

/**
 * Whether the target is a control of its own, as a card's link is not, and what filters: a drag may
 * begin on both.
 */
export function isControl(target: EventTarget | null): boolean {
  const controls = 'button:not([data-filter]), a:not([data-card-link]), input, textarea, select'
  return isWithin(target, controls)
}

/** What a click on a part of a card filters by: the field, a space, and the value. */
export function filterAt(target: EventTarget | null): string | undefined {
  return closest(target, '[data-filter]')?.dataset.filter
}

export function isActionsButton(target: EventTarget | null): boolean {
  return isWithin(target, '[data-card-actions]')
}

export function linkOf(card: HTMLElement): HTMLAnchorElement | null {
  return card.querySelector('a')
}

/** What scrolls around a card: its list, and the board. */
export function scrollersAround(card: HTMLElement): (Element | undefined)[] {
  return [closest(card, '[data-scroller]'), boardAround(card)]
}

/** The checkbox that selects the card that it is on. */
export function isSelectionBox(target: EventTarget | null): boolean {
  return isWithin(target, SELECTION_BOX)
}

/** Whether the target is in the row of controls for the selected cards. */
export function isInSelectionToolbar(target: EventTarget | null): boolean {
  return isWithin(target, '[role=toolbar]')
}

/** Whether the page runs from right to left there. */
export function isMirrored(target: EventTarget | null): boolean {
  return target instanceof Element && getComputedStyle(target).direction === 'rtl'
}

// Marks of a drag. Each function returns the one that removes its mark.

export function markDragging(board: HTMLElement): () => void {
  return mark([board], 'data-dragging', '')
}

export function markDragged(card: HTMLElement): () => void {
  return mark([card], 'data-dragged', '')
}

export function markVerdict(elements: readonly HTMLElement[], verdict: string): () => void {
  return mark(elements, 'data-verdict', verdict)
}

export function markOver(body: HTMLElement, hover: 'allowed' | 'refused'): () => void {
  return mark([body], 'data-over', hover)
}

/** A dropped card is where its copy is: there, it has its number. */
export function markLanded(card: HTMLElement, copy: HTMLElement): () => void {
  copy.setAttribute(LANDED, '')
  moveNumber(card, copy)
  return () => moveNumber(copy, card)
}

/** What makes an element the card itself: it can be found, read aloud, reached, or followed. */
const IDENTITY = /^(id|href|tabindex|aria-.*|data-card-.*|data-changed|data-filter)$/

/** A copy that looks like the card, and is nothing else. */
export function anonymousCopy(card: HTMLElement): HTMLElement {
  // A clone of an element has its type.
  const copy = card.cloneNode(true) as HTMLElement
  copy.querySelector(SELECTION_BOX)?.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      if (IDENTITY.test(name)) element.removeAttribute(name)
    }
  }
  return copy
}

/** The rows of a list, and the texts beside them, such as that there is no card. */
export function listParts(list: HTMLElement): { rows: Element | null; texts: HTMLElement[] } {
  const texts = [...list.querySelectorAll<HTMLElement>(':scope > p')]
  return { rows: list.querySelector(':scope > ul'), texts }
}

function mark(elements: readonly HTMLElement[], name: string, value: string): () => void {
  for (const element of elements) element.setAttribute(name, value)
  return () => {
    for (const element of elements) element.removeAttribute(name)
  }
}

function moveNumber(from: Element, to: Element): void {
  const number = from.getAttribute(NUMBER)
  from.removeAttribute(NUMBER)
  if (number !== null) to.setAttribute(NUMBER, number)
}
