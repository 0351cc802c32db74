import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cardsIn, connect, type PageService, pageOverService, spoken } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

/** Somebody else moves a card. */
async function elsewhere({ own, keys }: PageService, number: number, statusId: string) {
  const answer = await own(
    new Request(`http://x/v1/cards/${number}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${keys.maintainer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ statusId }),
    }),
  )
  return answer.status
}

test('a card that moved on by itself is followed, announced, and marked until it is looked at', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  expect(await elsewhere(running, 101, '1202')).toBe(200)
  expect(await elsewhere(running, 102, '1205')).toBe(200)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(cardsIn('Building')).toContain(101))
  expect(spoken()).toBe(
    '#101 Rotate signing keys moved on from Queued to Building. #102 Page through audit entries moved on from Queued to Staging.',
  )
  const marked = screen.getByRole('article', { name: /^#102/ })
  expect(within(marked).getByText('moved on from Queued')).toBeTruthy()
  await user.hover(within(marked).getByRole('heading'))
  await waitFor(() => expect(within(marked).queryByText('moved on from Queued')).toBeNull())
  expect(within(screen.getByRole('article', { name: /^#101/ })).getByText('moved on from Queued')).toBeTruthy()
})

test('a card that somebody else’s refusal has blocked says so', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#106/ })
  expect(await elsewhere(running, 106, '1204')).toBe(409)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() =>
    expect(spoken()).toBe('#106 Retry webhooks with backoff is blocked: checks are red: unit-tests failed.'),
  )
})

test('what this page did itself is told once, as its own outcome', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  const said: string[] = []
  const listen = setInterval(() => said.at(-1) !== spoken() && said.push(spoken()), 5)
  await user.keyboard(']')
  await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await new Promise((resolve) => setTimeout(resolve, 600))
  clearInterval(listen)
  expect(said.filter(Boolean)).toEqual(['#101 Rotate signing keys moved from Queued to Building.'])
  expect(screen.queryByText(/moved on/)).toBeNull()
})

test('a read of another tab is shown here without a request', async () => {
  const running = await start()
  await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  const messages: { hash: string; read: { board: unknown; requestedAt: number; etag: string } }[] = []
  const tab = new BroadcastChannel('trunkline.boards')
  tab.onmessage = ({ data }) => messages.push(data)
  await elsewhere(running, 101, '1205')
  await (await import('@testing-library/user-event')).default
    .setup()
    .click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(messages.length).toBe(1))
  await waitFor(() => expect(cardsIn('Staging')).toContain(101))
  const before = requests.length
  const [{ hash, read } = { hash: '', read: { board: {}, requestedAt: 0, etag: '' } }] = messages
  const text = JSON.stringify(read.board).replace('Rotate signing keys', 'Rotated by another tab')
  tab.postMessage({
    hash,
    read: { ...read, board: JSON.parse(text), requestedAt: read.requestedAt + 60_000, changes: new Map() },
  })
  expect(await screen.findByRole('article', { name: '#101 Rotated by another tab' })).toBeTruthy()
  expect(requests.length).toBe(before)
  tab.close()
})
