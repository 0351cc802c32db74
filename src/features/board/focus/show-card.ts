import { focusCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { boardAround, cardOnPage } from '../board-dom.ts'
import { isMirrored, landedCard, listOnPage, scrollersAround } from '../board-marks.ts'

const FLASH_MS = 1_200
/** A card that has to be scrolled to is mounted within a few frames. */
const MAX_FRAMES = 30

/** In pixels, beside the open sheet. */
const SHEET_MARGIN = 16

/** Scrolls to a card, focuses it, and marks it. */
export function showCard(cardId: string): void {
  focusFromControl(cardId)
  flashCard(cardId)
}

/** The focus goes from a control that goes away to the card that had it before, if there is one. */
export function returnToCard(): void {
  const { focusedCard } = useBoardUiStore.getState()
  if (focusedCard !== null) focusFromControl(focusedCard)
}

/** A card takes the focus from no other control by itself. */
function focusFromControl(cardId: string): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  focusCard(cardId)
}

/** Marks a card for a moment, as soon as it is on the screen. */
export function flashCard(cardId: string, frame = 0): void {
  requestAnimationFrame(() => {
    const card = isBeingDropped(cardId) ? null : cardOnPage(cardId)
    if (card && isInSight(card)) return flash(card)
    if (frame < MAX_FRAMES) flashCard(cardId, frame + 1)
  })
}

/** Scrolls to a card, so that the sheet, if one is open, doesn't cover it. */
export function revealBeside(cardId: string, sheet: HTMLElement | undefined, frame = 0): void {
  requestAnimationFrame(() => {
    const card = cardOnPage(cardId)
    if (!card && frame < MAX_FRAMES) return revealBeside(cardId, sheet, frame + 1)
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (card && sheet) scrollBeside(card, sheet)
  })
}

function scrollBeside(card: HTMLElement, sheet: HTMLElement): void {
  const { left, right } = card.getBoundingClientRect()
  // Where the sheet will be: it may still slide in from its edge of the window.
  const isAtLeft = isMirrored(card)
  const hidden = sheet.offsetWidth - (isAtLeft ? left : window.innerWidth - right)
  const distance = hidden + SHEET_MARGIN
  if (hidden > 0) boardAround(card)?.scrollBy({ left: isAtLeft ? -distance : distance })
}

/** Whether a person sees the card. This asks the browser for a layout. */
export function isCardInSight(cardId: string): boolean {
  const card = isBeingDropped(cardId) ? landedCard() : cardOnPage(cardId)
  return card !== null && isInSight(card)
}

/** Whether a person sees the cards of a column. This asks the browser for a layout. */
export function isColumnInSight(statusId: string): boolean {
  const list = listOnPage(statusId)
  return list !== null && isMiddleIn(list, [boardAround(list)])
}

/** Until a drag has ended, the element of a dropped card is where the card was. */
function isBeingDropped(cardId: string): boolean {
  return useBoardUiStore.getState().draggedCard === cardId
}

function isInSight(card: HTMLElement): boolean {
  return isMiddleIn(card, scrollersAround(card))
}

function isMiddleIn(element: Element, views: readonly (Element | undefined)[]): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  return views.every((view) => {
    const box = view?.getBoundingClientRect()
    if (!box) return false
    const isInHeight = middle.y >= box.top && middle.y <= box.bottom
    return isInHeight && middle.x >= box.left && middle.x <= box.right
  })
}

function flash(card: HTMLElement): void {
  const styles = getComputedStyle(card)
  const ring = `2px solid ${styles.getPropertyValue('--accent')}`
  // Without motion, a ring that stays for the same time says which card it is.
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const shown = isStill ? {} : { backgroundColor: styles.getPropertyValue('--accent-tint') }
  const frames = [{ ...shown, outline: ring }, isStill ? { outline: ring } : {}]
  card.animate(frames, { duration: FLASH_MS, easing: 'ease-out' })
}
