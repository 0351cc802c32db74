import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { dismissToast, type Toast, useToastStore } from '#state/toast-store.ts'
import { useTopDialog } from '#ui/layers.tsx'

const TOAST_MS = 6_000
/** With a button to press. */
const TOAST_WITH_ACTION_MS = 12_000

/**
 * The toast, and two status nodes that alternate for screen readers. They are inside the topmost
 * dialog, because everything else is inert while one is open.
 */
export function ToastBar() {
  const toast = useToastStore((state) => state.toast)
  const dialog = useTopDialog()
  const [ToastMessage] = useBackgroundComponent(loadToastMessage)
  useToastTimer(toast)
  const content = (
    <>
      <StatusNode index={0} />
      <StatusNode index={1} />
      {toast && ToastMessage && <ToastMessage toast={toast} />}
    </>
  )
  return dialog ? createPortal(content, dialog) : content
}

function StatusNode({ index }: { index: 0 | 1 }) {
  const text = useAnnouncer((state) => (state.node === index ? state.text : ''))
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

function useToastTimer(toast: Toast | null): void {
  useEffect(() => {
    if (!toast || toast.tone === 'error') return
    const duration = toast.action ? TOAST_WITH_ACTION_MS : TOAST_MS
    const timer = setTimeout(() => dismissToast(toast.id), duration)
    return () => clearTimeout(timer)
  }, [toast])
}

async function loadToastMessage() {
  const { ToastMessage } = await import('./ToastMessage.tsx')
  return ToastMessage
}
