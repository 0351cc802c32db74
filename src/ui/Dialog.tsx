import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { enterDialog } from './top-dialog.ts'

interface DialogProps {
  /** Its accessible name, and its heading. */
  title: string
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
  /** Something is written here or under way: Escape and a press beside the dialog do not close it. */
  guarded?: boolean
  children: ReactNode
  className?: string
}

/** A modal dialog on the browser's own: the page behind is inert, Escape closes, the focus returns to where it was. */
export function Dialog({ title, role = 'dialog', onClose, guarded, children, className = '' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // Before other layout effects: what opens in the place of this dialog takes the focus after it was given back.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    // The browser gives the focus to the first button there is; what the dialog was opened for comes before that.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const leave = enterDialog(dialog)
    return () => {
      leave()
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
      else document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
    }
  }, [])
  const handleCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== ref.current) return
    event.preventDefault()
    if (!guarded) onClose()
  }
  // A browser closes a dialog at the second Escape whatever the page says: what still wants to be open is opened again.
  const handleClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== ref.current) return
    if (!guarded) onClose()
    setTimeout(() => {
      if (ref.current?.isConnected && !ref.current.open) ref.current.showModal()
    })
  }
  const pressedBeside = useRef(false)
  return (
    <dialog
      ref={ref}
      role={role}
      aria-label={title}
      onCancel={handleCancel}
      onClose={handleClosed}
      // A text that is selected beyond the edge ends in a click beside the dialog, but did not begin there.
      onMouseDown={(event) => {
        pressedBeside.current = event.target === ref.current
      }}
      onClick={(event) => event.target === ref.current && pressedBeside.current && !guarded && onClose()}
      className={`m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[min(34rem,calc(100vw-1rem))] overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink lifted ${className}`}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start gap-2 border-line border-b py-2 pr-2 pl-4">
          <h2 className="min-w-0 flex-1 py-1 font-semibold text-base">
            <bdi>{title}</bdi>
          </h2>
          <Button kind="quiet" aria-label="Close" className="min-w-8" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      </div>
    </dialog>
  )
}
