import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { enterDialog } from './top-dialog.ts'

interface DialogProps {
  /** Its accessible name, and its heading. */
  title: string
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A modal dialog on the browser's own: the page behind is inert, Escape closes, the focus returns to where it was. */
export function Dialog({ title, role = 'dialog', onClose, children, className = '' }: DialogProps) {
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
    onClose()
  }
  return (
    <dialog
      ref={ref}
      role={role}
      aria-label={title}
      onCancel={handleCancel}
      onClick={(event) => event.target === ref.current && onClose()}
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
