import { useEffect } from 'react'
import { scriptUrl } from '#client/script-url.ts'
import { NEW_VERSION } from '#messages/app-messages.ts'
import { LANGUAGE } from '#messages/page-messages.ts'
import { fileIn } from '#model/languages.ts'
import { showToast } from '#state/toast-store.ts'

const TAKE_OVER = { type: 'take-over' }
const FILE = fileIn(LANGUAGE, '/shell-worker.js')
const workerUrl = scriptUrl('shell-worker', FILE)

/** Loading all files must not get in the way of the first board. */
const START_AFTER_MS = 5_000
const CHECK_MS = 3_600_000

/**
 * Keeps the files of the page on the device, so that it opens without a connection, and offers a
 * new version of them. Nothing changes before a person accepts.
 */
export function useShellWorker(): void {
  useEffect(() => {
    // They are missing on a page without TLS.
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
    if (!import.meta.env.PROD || !serviceWorker) return
    const watch = new AbortController()
    // A browser may forbid it, as in a private window.
    const start = () => register(serviceWorker, watch.signal).catch(() => undefined)
    const timer = setTimeout(start, START_AFTER_MS)
    return () => {
      clearTimeout(timer)
      watch.abort()
    }
  }, [])
}

async function register(container: ServiceWorkerContainer, signal: AbortSignal): Promise<void> {
  const registration = await container.register(workerUrl, { updateViaCache: 'none' })
  if (signal.aborted) return
  const offer = () => {
    const { waiting } = registration
    // That of another language belongs to the tab in which a person chose it.
    if (!waiting?.scriptURL.endsWith(FILE)) return
    // The first one is no update.
    if (container.controller) void offerNewVersion(waiting, signal)
  }
  offer()
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', offer, { signal }),
    { signal },
  )
  // A browser looks for it only when the page is opened, and a board stays open for days.
  const timer = setInterval(() => void registration.update().catch(() => undefined), CHECK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** A page that was opened after a deployment is of the new version already. */
async function offerNewVersion(waiting: ServiceWorker, signal: AbortSignal): Promise<void> {
  const isCurrent = await ask(waiting, { script: new URL(import.meta.url).pathname })
  if (isCurrent) return waiting.postMessage(TAKE_OVER)
  if (signal.aborted) return
  const actions = [{ type: 'use-new-version' }] as const
  showToast(NEW_VERSION, 'info', { actions, isTimed: false, about: 'new-version' })
}

function ask(worker: ServiceWorker, question: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage(question, [port2])
  })
}

/** The page opens again once the new service worker is in charge. */
export async function switchToNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const reload = () => window.location.reload()
  if (!registration?.waiting) return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  registration.waiting.postMessage(TAKE_OVER)
}
