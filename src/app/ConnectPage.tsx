import { ConnectScreen } from '#features/keys/ConnectScreen.tsx'
import { closeDialog } from '#state/dialog-store.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
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
      <ConnectScreen
        key={offer.key}
        offeredKey={offer.key}
        onConnected={close}
        onCancel={hasKeys ? close : undefined}
      />
      <ToastBar />
    </>
  )
}
