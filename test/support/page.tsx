import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { App } from '#app/App.tsx'
import { dropNotedAnswers } from '#queries/note-answer.ts'
import { removeKey, useKeysStore } from '#state/keys-store.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { resetNotices, useNoticeStore } from '#state/notice-store.ts'
import { useSettingsStore } from '#state/settings-store.ts'
import { createMemoryService, type MemoryService } from './memory-service.ts'

/** The page over our real service: MSW only carries the requests, and breaks lines when a test asks for it. */
export function pageOverService() {
  let running: MemoryService
  const requests: string[] = []
  const network = setupServer()

  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
  afterEach(async () => {
    for (const key of useKeysStore.getState().keys) await removeKey(key.id)
    resetNotices()
    dropNotedAnswers()
    useNotUnderstoodStore.setState(useNotUnderstoodStore.getInitialState())
    useNoticeStore.setState({ spoken: { text: '', turn: 0 } })
    useSettingsStore.setState(useSettingsStore.getInitialState())
    network.resetHandlers()
    await running?.close()
  })
  afterAll(() => network.close())

  /** Starts a fresh service; `faults` come before it, for as long as they answer. */
  const start = async (...faults: HttpHandler[]): Promise<MemoryService> => {
    running = await createMemoryService()
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
