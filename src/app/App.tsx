import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { APP_PART } from '#messages/part-messages.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { LayerProvider } from '#ui/layers.tsx'
import { useBackgroundPart } from '#ui/use-background-part.ts'
import * as parts from './background-parts.ts'
import { ConnectPage } from './ConnectPage.tsx'
import { ConnectScreen, Shell } from './first-screens.ts'
import { type KeyOffer, useOfferedKey } from './use-offered-key.ts'
import { useTheme } from './use-theme.ts'

/** Ends when the code of the first screen is there, or can't be loaded now. */
export function preloadFirstScreen(hasKeys: boolean): Promise<void> {
  return hasKeys ? Shell.preload() : ConnectScreen.preload()
}

interface AppProps {
  /** From `createAppQueryClient`. */
  queryClient: QueryClient
  /** From a sign-in link; it has not been used yet. */
  offeredKey: string | undefined
}

/** The whole page. */
export function App({ queryClient, offeredKey }: AppProps) {
  const [Notifications] = useBackgroundPart(parts.Notifications)
  useTheme()
  // Not inside of what Retry mounts again: it would offer a key that was used.
  const offer = useOfferedKey(offeredKey)
  return (
    <ErrorBoundary subject={APP_PART}>
      <QueryClientProvider client={queryClient}>
        <LayerProvider>
          <Screens offer={offer} />
          {Notifications && <Notifications />}
        </LayerProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Screens({ offer }: { offer: KeyOffer }) {
  const hasKeys = useKeysStore((state) => state.keys.length > 0)
  const isAddingKey = useDialogStore((state) => state.dialog.type === 'connect')
  if (!hasKeys || offer.key !== undefined || isAddingKey) return <ConnectPage offer={offer} />
  return (
    <Suspense>
      <Shell />
    </Suspense>
  )
}
