import { X } from 'lucide'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLatest } from '#hooks/use-effect-event.ts'
import { useMediaQuery } from '#hooks/use-media-query.ts'
import { CLOSE } from '#messages/common-messages.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useOpenLayer } from './layers.tsx'
import { useModal } from './use-modal.ts'

interface SheetProps {
  /** The accessible name. */
  label: string
  /** In the first line, before the button that closes the sheet. */
  controls: ReactNode
  onClose: () => void
  /** Focuses what comes after the sheet. */
  returnFocus: () => void
  children: ReactNode
}

/** Where the page beside the sheet has room enough to be used. */
const WIDE = '(width >= 64rem)'

/** At the right edge of a wide screen, where the page stays in use; otherwise above the page. */
export function Sheet(props: SheetProps) {
  const isWide = useMediaQuery(WIDE)
  return isWide ? <SideSheet {...props} /> : <ModalSheet {...props} />
}

const SIDE_SHEET = [
  'absolute inset-y-0 end-0 z-10 w-120 border-line border-s bg-raised raised-shadow outline-none',
  'motion-safe:slide-in [--slide:1rem_0] print:hidden',
].join(' ')

function SideSheet({ label, returnFocus, ...content }: SheetProps) {
  const ref = useRef<HTMLElement>(null)
  const openLayer = useOpenLayer()
  const latestReturn = useLatest(returnFocus)
  useLayoutEffect(() => {
    const sheet = ref.current
    if (!sheet) return
    const page = sheet.closest('[data-focus-home]')
    page?.setAttribute('data-beside-sheet', '')
    sheet.focus({ preventScroll: true })
    const closeLayer = openLayer({ type: 'sheet', element: sheet })
    return () => {
      closeLayer()
      page?.removeAttribute('data-beside-sheet')
      if (sheet.contains(document.activeElement)) latestReturn.current()
    }
  }, [openLayer, latestReturn])
  return (
    <aside ref={ref} aria-label={label} tabIndex={-1} data-sheet className={SIDE_SHEET}>
      <SheetContent {...content} />
    </aside>
  )
}

const MODAL_SHEET = [
  'm-0 me-0 ms-auto h-dvh max-h-none w-[min(30rem,100vw)] max-w-none bg-raised p-0 text-ink',
  'raised-shadow motion-safe:slide-in [--slide:1rem_0]',
  'pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)]',
].join(' ')

function ModalSheet({ label, ...content }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const { onClose, returnFocus } = content
  const listeners = useModal(ref, { onClose, returnFocus })
  return (
    <dialog ref={ref} aria-label={label} data-sheet className={MODAL_SHEET} {...listeners}>
      <SheetContent {...content} />
    </dialog>
  )
}

function SheetContent({ controls, onClose, children }: Omit<SheetProps, 'label' | 'returnFocus'>) {
  return (
    <div tabIndex={-1} data-autofocus className="flex h-full flex-col outline-none">
      <div className="flex min-h-12 items-center gap-0.5 border-line border-b py-1 pe-2 ps-5">
        {controls}
        <Button kind="quiet" aria-label={CLOSE} aria-keyshortcuts="Escape" onClick={onClose}>
          <Icon icon={X} className="size-4" />
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-thin px-5 py-4">
        {children}
      </div>
    </div>
  )
}
