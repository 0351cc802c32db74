import { createRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'
import { takeSignInKey } from '#app/sign-in-link.ts'
import { restoreKeys } from '#state/keys-store.ts'
import './styles.css'

// The first statement that runs: the modules above only declare. A key in the address is gone before anything reads it.
const offeredKey = takeSignInKey(window.location, window.history)

await restoreKeys()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App offeredKey={offeredKey} />)
