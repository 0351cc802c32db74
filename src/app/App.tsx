import { type QueryClient, QueryClientProvider, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Credential } from '#contract/credential.ts'
import { dropKeyData } from '#queries/credentials.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { credentialKey } from '#queries/session.ts'
import { type HeldKey, useKeysStore } from '#state/keys-store.ts'
import { rememberBoard } from '#state/settings-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { Shell } from './Shell.tsx'
import { takeSignInKey } from './sign-in-link.ts'
import { useTheme } from './theme.ts'
import { readUrl } from './url-state.ts'

const ConnectScreen = lazy(() =>
  import('#features/connect/ConnectScreen.tsx').then((module) => ({ default: module.ConnectScreen })),
)

/** The whole page. `offeredKey` came with a sign-in link and has not been used yet. */
export function App({ offeredKey }: { offeredKey: string | undefined }) {
  const [queryClient] = useState(createAppQueryClient)
  useTheme()
  return (
    <ErrorBoundary part="app">
      <QueryClientProvider client={queryClient}>
        <Screens offeredKey={offeredKey} />
        <NoticeBar />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Screens({ offeredKey }: { offeredKey: string | undefined }) {
  const keys = useKeysStore((state) => state.keys)
  const queryClient = useQueryClient()
  const [offered, setOffered] = useState(offeredKey)
  const [adding, setAdding] = useState(false)
  const [newest, setNewest] = useState<string>()
  useForgottenKeys(keys)
  useWarningOnLeave()
  useEffect(() => {
    // A sign-in link that is opened in this tab changes the address alone: no code of the page starts anew.
    const handleHash = () => {
      const key = takeSignInKey(window.location, window.history)
      if (key === undefined) return
      setNewest(undefined)
      setOffered(key)
    }
    window.addEventListener('hashchange', handleHash)
    return () => window.removeEventListener('hashchange', handleHash)
  }, [])

  const handleConnected = (key: HeldKey) => {
    openWith(queryClient, keys, key)
    setNewest(key.id)
    setOffered(undefined)
    setAdding(false)
  }
  const handleAddKey = () => {
    setNewest(undefined)
    setAdding(true)
  }
  const leave = () => {
    setOffered(undefined)
    setAdding(false)
  }
  if (keys.length === 0 || offered !== undefined || adding) {
    return (
      <Suspense>
        <ConnectScreen
          key={offered}
          offered={offered}
          onConnected={handleConnected}
          onCancel={keys.length > 0 ? leave : undefined}
        />
      </Suspense>
    )
  }
  return <Shell key={newest} keys={keys} preferredKey={newest} onAddKey={handleAddKey} />
}

/**
 * A key that is added in mid work leads to what it reaches. The address of a board that only other keys reach is left;
 * one that no key reached before stays, because that is what the person came for.
 */
function openWith(queryClient: QueryClient, before: readonly HeldKey[], added: HeldKey): void {
  const { workspaceId } = readUrl(window.location.search)
  const reaches = (key: HeldKey) =>
    queryClient
      .getQueryData<Credential>(credentialKey(key.id))
      ?.boards.some((entry) => entry.workspaceId === workspaceId) ?? false
  if (workspaceId && reaches(added)) rememberBoard(added.id, workspaceId)
  else if (before.some((key) => key.id !== added.id && reaches(key))) {
    window.history.pushState(null, '', window.location.pathname)
  }
}

/** A key that is gone, also when another tab removed it, takes everything read with it along. */
function useForgottenKeys(keys: readonly HeldKey[]): void {
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      const held = new Set(useKeysStore.getState().keys.map((key) => key.id))
      for (const key of keys) if (!held.has(key.id)) dropKeyData(queryClient, key.id)
    },
    [keys, queryClient],
  )
}

/** Leaving with writes under way would leave their outcome unknown: the browser asks first. */
function useWarningOnLeave(): void {
  const writing = useIsMutating() > 0
  useEffect(() => {
    if (!writing) return
    const handleLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleLeave)
    return () => window.removeEventListener('beforeunload', handleLeave)
  }, [writing])
}
