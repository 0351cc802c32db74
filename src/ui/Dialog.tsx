import { X } from 'lucide'
import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useOpenLayer } from './layers.tsx'

interface DialogProps {
  /** The heading, and the accessible name. */
  title: string
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
  /**
   * Something was entered or is in progress: Escape and a click beside the dialog don't close it.
   */
  isGuarded?: boolean
  children: ReactNode
}

/**
 * A modal dialog based on the browser's own: the page behind it is inert, and the focus returns to
 * where it was.
 */
export function Dialog({ title, role = 'dialog', onClose, isGuarded, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const openLayer = useOpenLayer()
  // Before other layout effects, so that what opens in place of this dialog gets the focus last.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    // The browser focuses the first button. What the dialog was opened for comes before that.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const closeLayer = openLayer({ type: 'dialog', element: dialog })
    return () => {
      closeLayer()
      dialog.close()
      returnFocus(opener)
    }
  }, [openLayer])
  const handleCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== ref.current) return
    event.preventDefault()
    if (!isGuarded) onClose()
  }
  // A browser closes a dialog at the second Escape in any case. If it should stay, it opens again.
  const handleClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== ref.current) return
    if (!isGuarded) onClose()
    setTimeout(() => {
      if (ref.current?.isConnected && !ref.current.open) ref.current.showModal()
    })
  }
  // Selecting text beyond the edge ends in a click beside the dialog, but doesn't start there.
  const wasPressedBeside = useRef(false)
  const handleClick = (event: SyntheticEvent) => {
    const isBeside = event.target === ref.current && wasPressedBeside.current
    if (isBeside && !isGuarded) onClose()
  }
  return (
    <dialog
      ref={ref}
      role={role}
      aria-label={title}
      onCancel={handleCancel}
      onClose={handleClosed}
      onMouseDown={(event) => {
        wasPressedBeside.current = event.target === ref.current
      }}
      onClick={handleClick}
      className="m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[min(34rem,calc(100vw-1rem))] overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink raised-shadow"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start gap-2 border-line border-b py-2 pr-2 pl-4">
          <h2 className="min-w-0 flex-1 py-1 font-semibold text-base">
            <bdi>{title}</bdi>
          </h2>
          <Button kind="quiet" aria-label="Close" className="min-w-8" onClick={onClose}>
            <Icon icon={X} className="size-4" />
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      </div>
    </dialog>
  )
}

function returnFocus(opener: Element | null): void {
  const canFocus = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (canFocus) opener.focus()
  else document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
}
