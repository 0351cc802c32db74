import { createRoot } from 'react-dom/client'
import { App, preloadShell } from '#app/App.tsx'
import { takeSignInKey } from '#app/sign-in-link.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { initializeStores } from '#state/initialize.ts'
import './styles.css'

// The modules above have no side effects, so the key leaves the URL before anything can read it.
const offeredKey = takeSignInKey(window.location, window.history)

preloadShell()
await initializeStores()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(<App queryClient={createAppQueryClient()} offeredKey={offeredKey} />)
