import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { App } from '#app/App.tsx'
import { REFRESHED } from '#messages/board-status-messages.ts'
import { inspectionQueueOf } from '#queries/diagnostics/inspection-queue.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { removeKey } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { type Dialect, type ServiceFetch, translate } from '#test/support/dialects/dialect.ts'
import { createMemoryService, type MemoryService } from './memory-service.ts'
import { resetStores } from './stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A file in test/support/dialects, without its extension. Undefined if the service uses no
     * dialect.
     */
    dialect?: string
  }
}

const NO_DIALECT: Dialect = {
  hasEtags: true,
  hasDelayedWrites: false,
  hasExtraData: false,
  wrap: (service) => service,
}
const dialectName = inject('dialect')

/** The dialect of this test run. */
export const dialect: Dialect =
  dialectName === undefined ? NO_DIALECT : (await import(`./dialects/${dialectName}.ts`)).dialect

/** Whether the service tells who has changed what. Dialects don't. [gap G30] */
export const tellsActivity = dialectName === undefined

/** How the page calls the boards and projects of the demo. Dialects don't name them. */
export function demoName(id: 12 | 13 | 14 | 41 | 42): string {
  if (dialectName !== undefined) return `${id < 31 ? 'Board' : 'Project'} ${id}`
  return DEMO_NAMES[id]
}

const DEMO_NAMES = {
  12: 'Storefront',
  13: 'Client apps',
  14: 'Large board',
  41: 'Web',
  42: 'Desktop',
}

/**
 * A running service with the dialect of this test run. `own` is the same service without the
 * dialect.
 */
export type PageService = Omit<MemoryService, 'service'> & {
  service: { fetch: ServiceFetch }
  own: ServiceFetch
}

/**
 * Connects the page to our real service. MSW only forwards requests, unless a test adds handlers.
 * `isNameless`: as a service without what the spec lacks, like names and activity.
 */
export function pageOverService({ isNameless = false } = {}) {
  let running: PageService
  const requests: string[] = []
  const network = setupServer()

  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
  afterEach(async () => {
    for (const key of useKeysStore.getState().keys) await removeKey(key.id)
    resetStores()
    network.resetHandlers()
    await running?.close()
  })
  afterAll(() => network.close())

  /** Starts a new service. `handlers` take precedence over it while they return a response. */
  const start = async (...handlers: HttpHandler[]): Promise<PageService> => {
    const memory = await createMemoryService()
    const own: ServiceFetch = async (request) => memory.service.fetch(request)
    const shown = isNameless ? translate(own, {}) : dialect.wrap(own)
    running = { ...memory, own, service: { fetch: shown } }
    requests.length = 0
    network.use(
      ...handlers,
      http.all('*/v1/*', ({ request }) => {
        const url = new URL(request.url)
        // A load that waits comes and goes beside what a test does.
        if (!request.headers.has('Prefer')) {
          requests.push(`${request.method} ${url.pathname}${url.search}`)
        }
        return running.service.fetch(request)
      }),
    )
    return running
  }
  return { start, requests, network }
}

let inspectNow: () => Promise<void> = () => Promise.resolve()
let isLoading = () => false

/** Renders the app with a new QueryClient. */
export function renderApp(offeredKey?: string) {
  const queryClient = createAppQueryClient()
  inspectNow = () => inspectionQueueOf(queryClient).flush()
  isLoading = () => queryClient.isFetching() > 0
  return { ...render(<App queryClient={queryClient} offeredKey={offeredKey} />), queryClient }
}

/** Looks for unrecognized data now, and not when the page is idle. */
export function flushInspectionQueue(): Promise<void> {
  return inspectNow()
}

/** Loads the board again, and waits until all that it shows has been announced. */
export async function refreshAndListen(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(isLoading()).toBe(false))
  await waitFor(() => expect(useAnnouncer.getState().timer).toBeUndefined())
}

export type User = ReturnType<typeof userEvent.setup>

/** From one press to the next; it lets a frame pass, as the fastest person does. */
const PRESS_INTERVAL_MS = 20

/** A person with a mouse and a keyboard. */
export function setupUser(): User {
  return userEvent.setup({ delay: PRESS_INTERVAL_MS })
}

/** As people do with a secret: letter by letter, it would take seconds. */
export async function pasteInto(user: User, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

/** Renders the app and connects with a key, as a person would. */
export async function connect(secret: string) {
  const user = setupUser()
  const view = renderApp()
  await pasteInto(user, await screen.findByLabelText('API key'), secret)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  return { user, ...view }
}

/** Goes back or forward. */
export function traverseHistory(steps: -1 | 1): Promise<void> {
  return untilTraversed(() => window.history.go(steps))
}

/** Does something that goes back or forward, which a browser does in a later task. */
export async function untilTraversed(act: () => unknown): Promise<void> {
  const traversed = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true })
  })
  await act()
  await traversed
}

/** Card numbers of a column, in order. `name` is the heading of the column. */
export function cardsIn(name: string): number[] {
  const column = screen.getByRole('region', { name })
  return within(column)
    .queryAllByRole('article')
    .map((card) => Number(card.dataset.cardNumber))
}

/** Waits until each column has cards: after the first screen, they come one column at a time. */
export async function columnsFilled(): Promise<void> {
  await waitFor(() => {
    const columns = [...document.querySelectorAll('section[data-status-id]')]
    expect(columns.length).toBeGreaterThan(0)
    expect(columns.filter((column) => !column.querySelector('article'))).toEqual([])
  })
}

/** Announced at any time, whatever a test does. */
const ASIDES = [REFRESHED, /^Board loaded\./, /that this app doesn’t recognize\.$/]

/** Collects what is announced about cards, from now on until the test ends. */
export function recordNews(): string[] {
  const news: string[] = []
  const stop = useAnnouncer.subscribe(({ text, node }, before) => {
    const isNew = text !== '' && (text !== before.text || node !== before.node)
    if (isNew && !ASIDES.some((aside) => text.match(aside))) news.push(text)
  })
  onTestFinished(stop)
  return news
}

/** For texts that are on the page and are announced, too. */
export const NOT_SPOKEN = { selector: ':not([role="status"])' }

/** The newest message to screen readers. */
export function announcement(): string {
  return screen
    .getAllByRole('status')
    .map((node) => node.textContent)
    .join('')
}
