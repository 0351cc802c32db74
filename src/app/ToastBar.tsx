import { useState } from 'react'
import { NOTIFICATIONS_PART } from '#messages/part-messages.ts'
import { answers, useLoaded } from '#start/later.tsx'
import { ANNOUNCEMENT_MS, useAnnouncer } from '#state/announcer.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { InTopDialog } from '#ui/layers.tsx'

/**
 * The toasts, and two status nodes that alternate for screen readers. They are inside the topmost
 * dialog, because everything else is inert while one is open.
 */
export function ToastBar() {
  const code = useLoaded(answers)
  return (
    <InTopDialog>
      <StatusNode index={0} />
      <StatusNode index={1} />
      {/* A browser extension can remove a toast that React is about to remove. */}
      <ErrorBoundary subject={NOTIFICATIONS_PART} isSilent>
        {code && <code.Toasts />}
      </ErrorBoundary>
    </InTopDialog>
  )
}

function StatusNode({ index }: { index: 0 | 1 }) {
  // A node that comes with a dialog must not repeat what an earlier one has said.
  const [since] = useState(() => performance.now() - ANNOUNCEMENT_MS)
  const text = useAnnouncer(({ node, text, announcedAt }) =>
    node === index && announcedAt >= since ? text : '',
  )
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
