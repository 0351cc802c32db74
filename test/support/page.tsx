import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { App } from '#app/App.tsx'
import { dropNotedAnswers } from '#queries/note-answer.ts'
import { askForVersions } from '#queries/send-labels.ts'
import { removeKey, useKeysStore } from '#state/keys-store.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { resetNotices, useNoticeStore } from '#state/notice-store.ts'
import { useSettingsStore } from '#state/settings-store.ts'
import type { Answering, Dialect } from './dialects/dialect.ts'
import { createMemoryService, type MemoryService } from './memory-service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of test/support/dialects that the service speaks; none for our own way of speaking. */
    dialect?: string
  }
}

const OUR_OWN: Dialect = { hasVersions: true, isLate: false, addsThings: false, over: (own) => own }
const spokenDialect = inject('dialect')

/** How the service of this run speaks. */
export const dialect: Dialect =
  spokenDialect === undefined ? OUR_OWN : (await import(`./dialects/${spokenDialect}.ts`)).dialect

/** A running service as the page meets it, in the dialect of this run. `own` is the same one, speaking plainly. */
export type PageService = Omit<MemoryService, 'service'> & { service: { fetch: Answering }; own: Answering }

/** The page over our real service: MSW only carries the requests, and breaks lines when a test asks for it. */
export function pageOverService() {
  let running: PageService
  const requests: string[] = []
  const network = setupServer()

  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
  afterEach(async () => {
    for (const key of useKeysStore.getState().keys) await removeKey(key.id)
    resetNotices()
    dropNotedAnswers()
    askForVersions()
    useNotUnderstoodStore.setState(useNotUnderstoodStore.getInitialState())
    useNoticeStore.setState({ spoken: { text: '', turn: 0 } })
    useSettingsStore.setState(useSettingsStore.getInitialState())
    network.resetHandlers()
    await running?.close()
  })
  afterAll(() => network.close())

  /** Starts a fresh service; `faults` come before it, for as long as they answer. */
  const start = async (...faults: HttpHandler[]): Promise<PageService> => {
    const memory = await createMemoryService()
    const own: Answering = async (request) => memory.service.fetch(request)
    running = { ...memory, own, service: { fetch: dialect.over(own) } }
    requests.length = 0
    network.use(
      ...faults,
      http.all('*/v1/*', ({ request }) => {
        const url = new URL(request.url)
        requests.push(`${request.method} ${url.pathname}${url.search}`)
        return running.service.fetch(request)
      }),
    )
    return running
  }
  return { start, requests, network }
}

/** Renders the app and connects with a key, as a person would. */
export async function connect(secret: string) {
  const user = userEvent.setup()
  const view = render(<App offeredKey={undefined} />)
  await user.click(await screen.findByLabelText('API key'))
  await user.paste(secret)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  return { user, ...view }
}

/** The cards of a column, by its heading, as numbers in order. */
export function cardsIn(name: string): number[] {
  const column = screen.getByRole('region', { name })
  return within(column)
    .queryAllByRole('article')
    .map((card) => Number(card.dataset.cardNumber))
}

/** Everything said to screen readers so far is gone but the newest; this is it. */
export function spoken(): string {
  return screen
    .getAllByRole('status')
    .map((node) => node.textContent)
    .join('')
}
