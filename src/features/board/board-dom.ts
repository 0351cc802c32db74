import type { RefObject } from 'react'

/**
 * Only this file and `board-marks.ts` know by which attributes the elements of the board are found
 * and marked. This one has what the first screen needs. People's scripts and tests find cards and
 * columns by some of them, too (CONTRIBUTING.md).
 */

/** The element around all columns. */
export type BoardElementRef = RefObject<HTMLElement | null>

// Finders.

export function cardElement({ current }: BoardElementRef, cardId: string): HTMLElement | null {
  return current?.querySelector<HTMLElement>(cardSelector(cardId)) ?? null
}

/** A card's element, without the board's, for code outside of its components. */
export function cardOnPage(cardId: string): HTMLElement | null {
  return document.querySelector(cardSelector(cardId))
}

// What an event or an element belongs to.

/** The card that an event is on. */
export function cardAt(target: EventTarget | null): HTMLElement | undefined {
  return closest(target, '[data-card-id]')
}

/** The id of the card that an event is on. */
export function cardIdAt(target: EventTarget | null): string | undefined {
  return cardAt(target)?.dataset.cardId
}

/** The id of the card, if the target is its element itself. */
export function ownCardId(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset.cardId : undefined
}

export function isCardLink(target: EventTarget | null): boolean {
  return isWithin(target, '[data-card-link]')
}

/** Whether an event is on something in a card that does more than open it. */
export function isOnCardButton(target: EventTarget | null): boolean {
  return isWithin(target, '[data-card-id] :is(button, input)')
}

/** The board that an element is on. */
export function boardAround(element: unknown): HTMLElement | undefined {
  return closest(element, '[data-board]')
}

/** Whether the focus is on the page as a whole and not on a control. */
export function isPage(target: EventTarget | null): boolean {
  const isHome = target instanceof Element && target.matches('[data-focus-home]')
  return target === document.body || isHome
}

export function closest(target: unknown, selector: string): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>(selector) ?? undefined
}

export function isWithin(target: EventTarget | null, selector: string): boolean {
  return closest(target, selector) !== undefined
}

function cardSelector(cardId: string): string {
  return `[data-card-id="${CSS.escape(cardId)}"]`
}
