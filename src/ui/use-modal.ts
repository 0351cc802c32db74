import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { isComposing } from '#hooks/is-composing.ts'
import { useLatest } from '#hooks/use-effect-event.ts'
import { useOpenLayer } from './layers.tsx'
import { watchBack } from './watch-back.ts'

const FLASH_MS = 800

interface ModalOptions {
  onClose: () => void
  /**
   * Something was entered or is in progress: Escape and a click beside the dialog don't close it.
   */
  isGuarded?: boolean | undefined
  /** Focuses what comes after the dialog. By default, what had the focus before it. */
  returnFocus?: (() => void) | undefined
  /** Asked when the dialog closes: true leaves the focus to something else. */
  isFocusTaken?: (() => boolean) | undefined
}

/**
 * Opens a `<dialog>` as a modal one, or any other element as a popover above the page. A popover
 * leaves the page active: to make it inert, the browser computes the style of all its elements
 * again. Returns what the element listens to.
 * See .github/decisions/0013-dialogs-and-menus.md.
 */
export function useModal(
  ref: RefObject<HTMLElement | null>,
  { onClose, isGuarded, returnFocus, isFocusTaken }: ModalOptions,
) {
  const openLayer = useOpenLayer()
  const latest = useLatest({ onClose, returnFocus, isFocusTaken })
  // Before other layout effects, so that what opens in place of this dialog gets the focus last.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    if (!dialog) return
    show(dialog)
    // The browser focuses the first button. What the dialog was opened for comes before that.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const stopWatching = watchClosing(dialog, () => latest.current.onClose())
    const closeLayer = openLayer({ type: 'dialog', element: dialog })
    return () => {
      stopWatching()
      closeLayer()
      hide(dialog)
      const { returnFocus = () => returnFocusTo(opener), isFocusTaken } = latest.current
      if (!isFocusTaken?.()) returnFocus()
    }
  }, [ref, openLayer, latest])
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== ref.current) return
    event.preventDefault()
    if (isGuarded) showForm(ref.current)
    else onClose()
  }
  // A browser closes a dialog at the second Escape in any case. If it should stay, it opens again.
  const handleClosed = (event: SyntheticEvent) => {
    if (event.target !== ref.current) return
    if (!isGuarded) onClose()
    setTimeout(() => {
      if (ref.current?.isConnected) show(ref.current)
    })
  }
  // Selecting text beyond the edge ends in a click beside the dialog, but doesn't start there.
  const wasPressedBeside = useRef(false)
  const handleClick = (event: MouseEvent) => {
    // The second click of a double click that opened the dialog isn't meant for it.
    const isOwnClick = event.detail < 2 && wasPressedBeside.current
    const isBeside = event.target === ref.current && isOwnClick
    if (!isBeside) return
    if (isGuarded) showForm(ref.current)
    else onClose()
  }
  const handleMouseDown = (event: SyntheticEvent) => {
    wasPressedBeside.current = event.target === ref.current
  }
  return {
    onCancel: handleCancel,
    onClose: handleClosed,
    onMouseDown: handleMouseDown,
    onClick: handleClick,
  }
}

function show(element: HTMLElement): void {
  if (!(element instanceof HTMLDialogElement)) element.showPopover()
  else if (!element.open) element.showModal()
}

function hide(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement) element.close()
  else element.hidePopover()
}

/**
 * The Back button of a phone, and Escape wherever the focus is: a `<dialog>` has both by itself.
 */
function watchClosing(element: HTMLElement, onClose: () => void): () => void {
  if (element instanceof HTMLDialogElement) return () => undefined
  const stopWatching = watchBack(onClose)
  const handleKey = (event: KeyboardEvent) => {
    const isHandled = event.defaultPrevented || isComposing(event)
    if (event.key === 'Escape' && !isHandled) onClose()
  }
  window.addEventListener('keydown', handleKey)
  return () => {
    stopWatching()
    window.removeEventListener('keydown', handleKey)
  }
}

/**
 * Shows what has to be saved or canceled before the dialog can close. It doesn't get the focus: one
 * more Escape would discard it.
 */
function showForm(dialog: HTMLElement | null): void {
  const form = dialog?.querySelector('form')
  form?.scrollIntoView({ block: 'nearest' })
  form?.animate([{ boxShadow: '0 0 0 3px var(--accent)' }, {}], FLASH_MS)
}

function returnFocusTo(opener: Element | null): void {
  const canFocus = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (canFocus) opener.focus()
  else document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
}
