import { Check, OctagonAlert, X } from 'lucide'
import { useEffect } from 'react'
import { dismissToast, type Toast } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toastActionLabel, useToastAction } from './use-toast-action.ts'

const TOAST_MS = 6_000
/** With a button to press. */
const TOAST_WITH_ACTION_MS = 12_000

const BAR = [
  'fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit max-w-[min(44rem,calc(100vw-1.5rem))]',
  'items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 raised-shadow',
  'data-[tone=error]:border-danger print:hidden',
].join(' ')

export function ToastMessage({ toast }: { toast: Toast }) {
  const { id, text, tone, action } = toast
  const runAction = useToastAction()
  const dismiss = () => dismissToast(id)
  useToastTimer(toast)
  return (
    <div data-toast data-tone={tone} className={BAR}>
      {tone === 'success' && <Icon icon={Check} className="size-4 shrink-0 text-accent" />}
      {tone === 'error' && <Icon icon={OctagonAlert} className="size-4 shrink-0 text-danger" />}
      <bdi className="max-h-[30dvh] min-w-0 overflow-y-auto">{text}</bdi>
      {action && (
        <Button
          onClick={() => {
            runAction(action)
            dismiss()
          }}
        >
          {toastActionLabel(action)}
        </Button>
      )}
      <Button kind="quiet" aria-label="Dismiss" onClick={dismiss}>
        <Icon icon={X} className="size-4" />
      </Button>
    </div>
  )
}

function useToastTimer(toast: Toast): void {
  useEffect(() => {
    if (toast.tone === 'error') return
    const duration = toast.action ? TOAST_WITH_ACTION_MS : TOAST_MS
    const timer = setTimeout(() => dismissToast(toast.id), duration)
    return () => clearTimeout(timer)
  }, [toast])
}
