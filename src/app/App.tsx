import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { APP_PART } from '#messages/part-messages.ts'
import { answers, Later } from '#start/later.tsx'
import { useDialogStore } from '#state/dialog-store.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { LayerProvider } from '#ui/layers.tsx'
import { ConnectPage } from './ConnectPage.tsx'
import { Shell } from './shell/Shell.tsx'
import { type KeyOffer, useOfferedKey } from './use-offered-key.ts'
import { useTheme } from './use-theme.ts'

/** A screen without cards doesn't ask for what answers a person. */
const ANSWERS_AFTER_MS = 1_000

interface AppProps {
  /** From `createAppQueryClient`. */
  queryClient: QueryClient
  /** From a sign-in link; it has not been used yet. */
  offeredKey: string | undefined
}

/** The whole page. */
export function App({ queryClient, offeredKey }: AppProps) {
  useTheme()
  // Not inside of what Retry mounts again: it would offer a key that was used.
  const offer = useOfferedKey(offeredKey)
  return (
    <ErrorBoundary subject={APP_PART}>
      <QueryClientProvider client={queryClient}>
        <LayerProvider>
          {/* First: it listens before anything on the screens reports. */}
          <ErrorBoundary subject={APP_PART} isBeside>
            <Later code={answers} delayMs={ANSWERS_AFTER_MS}>
              {({ Notifications }) => <Notifications />}
            </Later>
          </ErrorBoundary>
          <Screens offer={offer} />
        </LayerProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Screens({ offer }: { offer: KeyOffer }) {
  const hasKeys = useKeysStore((state) => state.keys.length > 0)
  const isAddingKey = useDialogStore((state) => state.dialog.type === 'connect')
  if (!hasKeys || offer.key !== undefined || isAddingKey) return <ConnectPage offer={offer} />
  return <Shell />
}
