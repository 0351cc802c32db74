import { useEffect } from 'react'
import { deprecated, unrecognizedItems } from '#messages/app-messages.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import {
  markFindingsReported,
  unreportedFindings,
  useServiceNoticesStore,
} from '#state/service-notices-store.ts'
import { showToast, useToastStore } from '#state/toast-store.ts'
import { useHasOpenLayer } from '#ui/layers.tsx'

/** Reports once what is unusual about the service. */
export function useServiceNotices(): void {
  useDeprecationNotice()
  useUnrecognizedNotice()
}

/** [gap G24] */
function useDeprecationNotice(): void {
  const { isDeprecated, endOfVersion } = useServiceNoticesStore()
  useEffect(() => {
    if (isDeprecated) showToast(deprecated(endOfVersion), 'info')
  }, [isDeprecated, endOfVersion])
}

/** Waits while another toast, a dialog, or a menu is open, and while no board is on the screen. */
function useUnrecognizedNotice(): void {
  const findings = useServiceNoticesStore()
  const keys = unreportedFindings(findings)
  const hasToast = useToastStore((state) => state.toasts.length > 0)
  const hasDialog = useDialogStore((state) => state.dialog.type !== 'none')
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  const hasBoard = useBoardUiStore((state) => state.board !== null)
  const hasLayer = useHasOpenLayer()
  const isBusy = !hasBoard || hasToast || hasDialog || hasLayer || isDragging
  const newKeys = JSON.stringify(keys)
  useEffect(() => {
    const unreported: string[] = JSON.parse(newKeys)
    if (isBusy || unreported.length === 0) return
    markFindingsReported(unreported)
    const action = { type: 'show-unrecognized' } as const
    showToast(unrecognizedItems(unreported.length), 'info', { actions: [action] })
  }, [isBusy, newKeys])
}
