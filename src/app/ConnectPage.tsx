import { Suspense } from 'react'
import { closeDialog } from '#state/dialog-store.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { ConnectScreen } from './first-screens.ts'
import { ToastBar } from './ToastBar.tsx'
import type { KeyOffer } from './use-offered-key.ts'

/** The screen for the first key, for a sign-in link, and for another key. */
export function ConnectPage({ offer }: { offer: KeyOffer }) {
  const hasKeys = useKeysStore((state) => state.keys.length > 0)
  const close = () => {
    offer.clear()
    closeDialog()
  }
  return (
    <>
      <Suspense>
        <ConnectScreen
          key={offer.key}
          offeredKey={offer.key}
          onConnected={close}
          onCancel={hasKeys ? close : undefined}
        />
      </Suspense>
      <ToastBar />
    </>
  )
}
