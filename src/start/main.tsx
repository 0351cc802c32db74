import { App } from '#app/App.tsx'
import { takeSignInKey } from '#app/sign-in-link.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { restoreKeys } from '#state/keys/keys-store.ts'
import { initializePreferences } from '#state/preferences-store.ts'
import { initializeRecentBoards } from '#state/recent-boards-store.ts'
import { initializeServiceNames } from '#state/service-names-store.ts'
// The build loads it before everything else: it starts the loads of the first screen.
import { guessedSession, hasStoredKeys } from './boot.ts'
import { renderPage } from './render-page.ts'
import { warmUp } from './warm-up.ts'
import '../styles.css'

// The modules above never read the key, so it leaves the URL before anything else can.
const offeredKey = takeSignInKey(window.location, window.history)

/** As long as the page starts, it doesn't say that it loads. */
const START_MS = 150

// Not at the top level: the code of the screens imports this module's chunk.
void start()

async function start(): Promise<void> {
  const queryClient = createAppQueryClient()
  const hasBoard = hasStoredKeys && offeredKey === undefined
  initializeRecentBoards()
  initializePreferences()
  initializeServiceNames()
  await restoreKeys()
  if (hasBoard) warmUp(queryClient, guessedSession)
  const root = document.getElementById('root')
  if (!root) return
  setTimeout(() => document.documentElement.setAttribute('data-started', ''), START_MS)
  renderPage(root, <App queryClient={queryClient} offeredKey={offeredKey} />)
}
