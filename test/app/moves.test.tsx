import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { cardsIn, connect, dialect, pageOverService, spoken } from '#test/support/page.tsx'
import { moveTo, placeOnServer } from '#test/support/steps.ts'

const { start, requests, network } = pageOverService()

const patches = () => requests.filter((line) => line.startsWith('PATCH'))
const ASK = /^Actions for #101/

describe('a move', () => {
  test('is shown last in its column as asked for, then as done, and is proved by a read [gap G3] [gap G4]', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = await start(
      http.patch('*/v1/cards/:number', async () => {
        await held
        return undefined
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(cardsIn('Building').at(-1)).toBe(101))
    expect(cardsIn('Queued')).not.toContain(101)
    expect(screen.getByText('asking…')).toBeTruthy()
    expect(spoken()).not.toContain('moved')
    release()
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
    expect(screen.queryByText('asking…')).toBeNull()
    expect(requests.indexOf('PATCH /v1/cards/101')).toBeLessThan(requests.lastIndexOf('GET /v1/board'))
    expect(await placeOnServer(running, 101)).toBe('Building')
    expect(document.activeElement?.getAttribute('data-card-number')).toBe('101')
  })

  test('that is refused leaves the card where it is, with the reason on it, and is no error', async () => {
    const running = await start()
    const { user } = await connect(running.keys.maintainer)
    await moveTo(user, /^Actions for #106/, 'Verified')
    await waitFor(() =>
      expect(spoken()).toBe('#106 Retry webhooks with backoff not moved: checks are red: unit-tests failed.'),
    )
    const card = screen.getByRole('article', { name: '#106 Retry webhooks with backoff' })
    expect(within(card).getByText('Blocked')).toBeTruthy()
    expect(within(card).getByText('checks are red: unit-tests failed')).toBeTruthy()
    expect(cardsIn('Review')).toContain(106)
  })

  test('whose answer is lost, though it was done, is found to be done', async () => {
    let lost = 0
    const running = await start()
    network.use(
      http.patch('*/v1/cards/:number', async ({ request }) => {
        lost += 1
        await running.service.fetch(request)
        return HttpResponse.error()
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
    // One that does things late cannot be told from one that never got the request.
    expect(lost).toBe(dialect.isLate ? 2 : 1)
  })

  test('of a card that was deleted meanwhile says that it is gone', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#104/ })
    await running.db.deleteFrom('card_labels').where('card_id', '=', 12_000_004).execute()
    await running.db.deleteFrom('cards').where('id', '=', 12_000_004).execute()
    await running.db.updateTable('boards').set({ revision: 50 }).where('id', '=', 12).execute()
    await moveTo(user, /^Actions for #104/, 'Review')
    await waitFor(() => expect(spoken()).toBe('#104 Drop the legacy session table is no longer on this board.'))
  })
})

describe('several moves', () => {
  test('of one card, faster than the network, go in order; the last one is announced', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', async () => {
        await delay(60)
        return undefined
      }),
    )
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    const said = new Set<string>()
    const listen = setInterval(() => said.add(spoken()), 5)
    await user.keyboard(']]]')
    await waitFor(() => expect(cardsIn('Verified').at(-1)).toBe(101))
    await waitFor(() => expect(spoken()).toContain('moved from Review to Verified.'), { timeout: 5_000 })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    clearInterval(listen)
    expect([...said].filter(Boolean)).toEqual(['#101 Rotate signing keys moved from Review to Verified.'])
    expect(patches()).toHaveLength(3)
    expect(await placeOnServer(running, 101)).toBe('Verified')
  })

  test('the first fails, the second succeeds: each undoes only itself', async () => {
    const running = await start()
    const { user } = await connect(running.keys.maintainer)
    await moveTo(user, /^Actions for #106/, 'Verified')
    await moveTo(user, ASK, 'Building')
    await waitFor(async () => expect(await placeOnServer(running, 101)).toBe('Building'))
    await waitFor(() => expect(screen.queryByText('asking…')).toBeNull())
    expect(cardsIn('Review')).toContain(106)
    await waitFor(() => expect(cardsIn('Building')).toContain(101))
  })
})

describe('what is closed', () => {
  test('says why, and asks the service nothing', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('button', { name: ASK }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    const closed = await screen.findByRole('menuitem', { name: 'Staging' })
    expect(closed.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(closed.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Needs maintainer. Your key is member on this board.')
    await user.click(closed)
    expect(patches()).toEqual([])
  })

  test('by keyboard, in the same words', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#112/ })
    card.focus()
    await user.keyboard(']')
    const words =
      '#112 Upgrade the TLS library not moved to Staging. Needs maintainer. Your key is member on this board.'
    await waitFor(() => expect(spoken()).toBe(words))
    expect(patches()).toEqual([])
  })

  test('to a viewer is everything, and every card says so', async () => {
    const running = await start()
    await connect(running.keys.viewer)
    await screen.findByText(/^Read only/)
    const cards = screen.getAllByRole('article').filter((card) => card.dataset.cardNumber)
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards) {
      expect(card.getAttribute('aria-disabled')).toBe('true')
      const reason = document.getElementById(card.getAttribute('aria-describedby') ?? '')
      expect(reason?.textContent).toBe('Needs member. Your key is viewer on this board.')
    }
  })

  test('in an unknown way can be tried, and the service decides', async () => {
    const running = await start()
    await running.db.updateTable('stages').set({ min_role: 'owner' }).where('id', '=', 1_202).execute()
    network.use(
      http.get('*/v1/board', async ({ request }) => {
        const text = await (await running.service.fetch(request)).text()
        return HttpResponse.json(JSON.parse(text.replaceAll(/"owner"/gi, '"steward"')))
      }),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('button', { name: ASK }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    expect(screen.getByText('The service did not say how member compares with steward.')).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Building' }))
    await waitFor(() =>
      expect(spoken()).toBe('#101 Rotate signing keys not moved: Needs owner. Your key is member on this board.'),
    )
  })
})

test('a column that vanished under the pointer is refused in the service’s words, and the card stays', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  await user.click(await screen.findByRole('button', { name: ASK }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  await running.db.updateTable('cards').set({ stage_id: 1_203 }).where('stage_id', '=', 1_202).execute()
  await running.db.deleteFrom('stages').where('id', '=', 1_202).execute()
  await running.db.updateTable('boards').set({ revision: 90 }).where('id', '=', 12).execute()
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await waitFor(() =>
    expect(screen.getByRole('article', { name: /^#101/ }).textContent).toContain(
      'Not moved to Building: statusId: this board has no column 1202.',
    ),
  )
  expect(cardsIn('Queued')).toContain(101)
  expect(screen.queryByRole('region', { name: 'Building' })).toBeNull()
})

describe('typing in the menu', () => {
  test('finds the column that begins with the whole word', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#104/ })
    card.focus()
    await user.keyboard('m')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Queued'))
    await user.keyboard('rev')
    expect(document.activeElement?.textContent).toBe('Review')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(spoken()).toBe('#104 Drop the legacy session table moved from Building to Review.'))
  })

  test('takes a space within a name as part of it', async () => {
    const running = await start()
    await running.db.updateTable('stages').set({ name: 'In work' }).where('id', '=', 1201).execute()
    await running.db.updateTable('stages').set({ name: 'In review' }).where('id', '=', 1203).execute()
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#104/ })
    card.focus()
    await user.keyboard('m')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('In work'))
    await user.keyboard('in w')
    expect(document.activeElement?.textContent).toBe('In work')
    expect(screen.getByRole('menu')).toBeTruthy()
  })
})

test('a move that is answered after the workspace was switched is told with its board’s name', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const running = await start(
    http.patch('*/v1/cards/:number', async () => {
      await held
      return undefined
    }),
  )
  const { user } = await connect(running.keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(cardsIn('Building').at(-1)).toBe(101))
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Board 14/ }))
  await screen.findByRole('heading', { level: 2, name: 'Intake' })
  expect(screen.queryByText('asking…')).toBeNull()
  release()
  await waitFor(() => expect(spoken()).toBe('Board 12: #101 Rotate signing keys moved from Queued to Building.'))
  expect(await placeOnServer(running, 101)).toBe('Building')
})
