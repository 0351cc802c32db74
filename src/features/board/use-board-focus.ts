import { type FocusEvent, type RefObject, useEffect } from 'react'
import type { Board } from '#contract/board.ts'
import { cardName, findCard } from '#model/board-view.ts'
import { focusCard, releaseFocus, useBoardUiStore } from '#state/board-ui-store.ts'
import { announce } from '#state/notice-store.ts'

/**
 * One tab stop for the board, and a focus that follows its card: when the focused card's element is replaced (it
 * moved, or its row was drawn anew), the new element takes the focus.
 */
export function useBoardFocus(root: RefObject<HTMLElement | null>, board: Board, all: Board) {
  const { focusedCard, holdsFocus, menu } = useBoardUiStore()
  const inSight = focusedCard !== null && findCard(board, focusedCard) !== undefined
  const firstCard = board.columns.find((column) => column.cards.length > 0)?.cards[0]?.id
  const tabStop = inSight ? focusedCard : firstCard

  const hidden = focusedCard !== null && !inSight ? findCard(all, focusedCard)?.card : undefined
  useEffect(() => {
    if (!hidden || !useBoardUiStore.getState().holdsFocus) return
    announce(`${cardName(hidden)} is hidden by the filter now.`)
    if (firstCard) focusCard(firstCard)
  }, [hidden, firstCard])

  // Set on the elements themselves: a prop would draw two cards anew for each step of the focus.
  useEffect(() => {
    const stop = tabStop === undefined ? null : cardElement(root, tabStop)
    for (const card of root.current?.querySelectorAll<HTMLElement>('article[tabindex="0"]') ?? []) {
      if (card !== stop) card.tabIndex = -1
    }
    if (stop) stop.tabIndex = 0
  })

  useEffect(() => {
    if (!holdsFocus || menu || focusedCard === null) return
    const active = document.activeElement
    const isFree = !active || isPage(active) || root.current?.contains(active)
    const element = cardElement(root, focusedCard)
    if (isFree && element && !element.contains(active)) element.focus()
  })

  // A page that was just opened has the focus on nothing: the first arrow leads onto the board.
  useEffect(() => {
    if (tabStop === undefined) return
    const handleKeyDown = (event: globalThis.KeyboardEvent) => {
      const isFree = isPage(event.target) && !useBoardUiStore.getState().menu
      if (!isFree || !event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focusCard(tabStop)
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [tabStop])

  const onFocus = (event: FocusEvent) => {
    const cardId = event.target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId
    if (cardId) focusCard(cardId)
    else releaseFocus()
  }
  const onBlur = (event: FocusEvent) => {
    const { target } = event
    // An element that is taken away loses the focus too. Only once the page has settled can the two be told apart.
    setTimeout(() => {
      const lost = target.isConnected && document.activeElement !== target
      const inBoard = root.current?.contains(document.activeElement) ?? false
      if (lost && !inBoard && !useBoardUiStore.getState().menu) releaseFocus()
    })
  }
  return { tabStop, onFocus, onBlur }
}

/** Has the focus gone to no control, but to the page as a whole? */
function isPage(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches('[data-focus-home]'))
}

function cardElement(root: RefObject<HTMLElement | null>, cardId: string): HTMLElement | null {
  return root.current?.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(cardId)}"]`) ?? null
}
