import { Check, Info, OctagonAlert, X } from 'lucide'
import { useEffect, useState } from 'react'
import { DISMISS, NOTIFICATIONS } from '#messages/common-messages.ts'
import { dismissToast, type Toast, useToastStore } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toastActionLabel, useToastAction } from './use-toast-action.ts'

const TOAST_MS = 6_000
/** With a button to press, or with a reason to read. */
const LONG_TOAST_MS = 10_000

const STACK = [
  'fixed bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 flex w-[min(26rem,calc(100vw-1.5rem))] flex-col gap-2 print:hidden',
  // One place, also while a sheet is open at the right; beside it as far as there is room.
  '[[data-bottom-bar]_&]:bottom-16 start-3 sm:[[data-sheet]_&]:max-w-[max(16rem,calc(100vw-31.5rem))]',
].join(' ')

const TOAST = [
  'grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 rounded-lg border',
  'border-line bg-raised py-1.5 pe-1.5 ps-3.5 raised-shadow data-[tone=error]:border-danger',
  'motion-safe:slide-in [--slide:0_0.5rem]',
].join(' ')

/** On a phone, they are under the text, and the cross stays at its corner. */
const ACTIONS =
  'col-start-3 row-start-1 flex flex-wrap gap-2 max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2'

/**
 * The stack of toasts, the newest on top.
 * See .github/decisions/0014-nothing-moves-under-the-hand.md.
 */
export function Toasts() {
  const toasts = useToastStore((state) => state.toasts)
  return toasts.length > 0 ? <Stack toasts={toasts} /> : null
}

/**
 * It waits while a person looks at it. It goes away with its last toast, because nothing reports
 * that the mouse has left it then.
 */
function Stack({ toasts }: { toasts: readonly Toast[] }) {
  const [isPaused, setIsPaused] = useState(false)
  return (
    <section
      aria-label={NOTIFICATIONS}
      className={STACK}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isPaused={isPaused} />
      ))}
    </section>
  )
}

// Each has one, so that all texts begin at the same place.
const TONE_ICONS = {
  success: { icon: Check, className: 'size-4 shrink-0 text-accent' },
  info: { icon: Info, className: 'size-4 shrink-0 text-ink-soft' },
  error: { icon: OctagonAlert, className: 'size-4 shrink-0 text-danger' },
} as const

function ToastItem({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  const { id, text, tone, actions } = toast
  const runAction = useToastAction()
  const dismiss = () => dismissToast(id)
  useToastTimer(toast, isPaused)
  return (
    <div data-toast data-tone={tone} className={TOAST}>
      <Icon {...TONE_ICONS[tone]} />
      <bdi className="col-start-2 max-h-[30dvh] min-w-0 overflow-y-auto">{text}</bdi>
      {actions.length > 0 && (
        <span className={ACTIONS}>
          {actions.map((action) => (
            <Button
              key={action.type}
              onClick={() => {
                runAction(action)
                dismiss()
              }}
            >
              {toastActionLabel(action)}
            </Button>
          ))}
        </span>
      )}
      <Button
        kind="quiet"
        className="col-start-4 row-start-1 self-start"
        aria-label={DISMISS}
        onClick={dismiss}
      >
        <Icon icon={X} className="size-4" />
      </Button>
    </div>
  )
}

function useToastTimer({ id, tone, actions, isTimed }: Toast, isPaused: boolean): void {
  const isLong = tone === 'error' || actions.length > 0
  useEffect(() => {
    if (!isTimed || isPaused) return
    const timer = setTimeout(() => dismissToast(id), isLong ? LONG_TOAST_MS : TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, isLong, isTimed, isPaused])
}
