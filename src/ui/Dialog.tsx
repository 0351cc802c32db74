import { X } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { CLOSE } from '#messages/common-messages.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  /** The heading, and the accessible name. */
  title: string
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
  /**
   * Something was entered or is in progress: Escape and a click beside the dialog don't close it.
   */
  isGuarded?: boolean
  /** Asked when the dialog closes: true leaves the focus to something else. */
  isFocusTaken?: () => boolean
  children: ReactNode
}

const DIALOG = [
  'mx-auto mt-[12dvh] mb-auto max-h-[min(46rem,calc(86dvh))] w-[min(34rem,calc(100vw-1rem))]',
  'overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink raised-shadow',
  'max-sm:mt-4 max-sm:max-h-[calc(100dvh-2rem)] motion-safe:slide-in',
].join(' ')

/**
 * A modal dialog based on the browser's own: the page behind it is inert, and the focus returns to
 * where it was. It hangs from the top, so that its upper part stays where it is when it grows.
 */
export function Dialog(props: DialogProps) {
  const { title, role = 'dialog', onClose, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  const listeners = useModal(ref, props)
  return (
    <dialog ref={ref} role={role} aria-label={title} className={DIALOG} {...listeners}>
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start gap-2 border-line border-b py-2 pe-2 ps-4">
          <h2 className="min-w-0 flex-1 py-1 font-semibold text-base">
            <bdi>{title}</bdi>
          </h2>
          <Button kind="quiet" aria-label={CLOSE} className="min-w-8" onClick={onClose}>
            <Icon icon={X} className="size-4" />
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-thin p-4">
          {children}
        </div>
      </div>
    </dialog>
  )
}
