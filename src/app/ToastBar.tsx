import { createPortal } from 'react-dom'
import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { useToastStore } from '#state/toast-store.ts'
import { useTopDialog } from '#ui/layers.tsx'

/**
 * The toast, and two status nodes that alternate for screen readers. They are inside the topmost
 * dialog, because everything else is inert while one is open.
 */
export function ToastBar() {
  const toast = useToastStore((state) => state.toast)
  const dialog = useTopDialog()
  const [ToastMessage] = useBackgroundComponent(loadToastMessage)
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

async function loadToastMessage() {
  const { ToastMessage } = await import('./ToastMessage.tsx')
  return ToastMessage
}
