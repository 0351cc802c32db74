import { screen, waitFor, within } from '@testing-library/react'

import { delay, HttpResponse, http } from 'msw'

import { describe, expect, test } from 'vitest'

import { MOVING } from '#messages/card-messages.ts'

import { gone, moved, notMoved, notMovedTo, notSent } from '#messages/move-messages.ts'

import { needsRole, READ_ONLY, rolesNotComparable } from '#messages/permission-messages.ts'

import { messages } from '#service/messages/messages.ts'

import {
  announcement,
  cardsIn,
  connect,
  dialect,
  pageOverService,
  recordNews,
  refreshAndListen,
} from '#test/support/page.tsx'

import { columnOnServer, moveTo } from '#test/support/steps.ts'

const { start, requests, network } = pageOverService()

const patches = () => requests.filter((line) => line.startsWith('PATCH'))

const CARD_101_ACTIONS = /^Actions for #101/

describe('a move', () => {
  test('is shown at the end of the new column while it is pending, then confirmed by a later load [gap G3] [gap G4]', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = await start(
      http.patch('*/v1/cards/:number', async () => {
        await released
        return undefined
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() => expect(cardsIn('Building').at(-1)).toBe(101))
    expect(cardsIn('Queued')).not.toContain(101)
    expect(screen.getByText(MOVING)).toBeTruthy()
    expect(announcement()).not.toContain('moved')
    release()
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
    expect(screen.queryByText(MOVING)).toBeNull()
    expect(requests.indexOf('PATCH /v1/cards/101')).toBeLessThan(
      requests.lastIndexOf('GET /v1/board'),
    )
    expect(await columnOnServer(running, 101)).toBe('Building')
    expect(document.activeElement?.getAttribute('data-card-number')).toBe('101')
  })

  test('keeps the card in its column, marked as blocked with the reason, when it is refused', async () => {
    const running = await start()
    const { user } = await connect(running.keys.maintainer)
    await moveTo(user, /^Actions for #106/, 'Verified')
    await waitFor(() =>
      expect(announcement()).toBe(
        notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed.'),
      ),
    )
    const card = screen.getByRole('article', { name: '#106 Retry webhooks with backoff' })
    expect(within(card).getByText('Blocked')).toBeTruthy()
    expect(within(card).getByText('checks are red: unit-tests failed')).toBeTruthy()
    expect(cardsIn('Review')).toContain(106)
  })

  test('is confirmed when the service applies it but the response is lost', async () => {
    let lostResponses = 0
    const running = await start()
    network.use(
      http.patch('*/v1/cards/:number', async ({ request }) => {
        lostResponses += 1
        await running.service.fetch(request)
        return HttpResponse.error()
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
    // A service that applies writes late looks the same as one that never received the request.
    expect(lostResponses).toBe(dialect.hasDelayedWrites ? 2 : 1)
  })

  test('reports that the card is gone when it was deleted since the last load', async () => {
    const running = await start(
      http.patch('*/v1/cards/104', async () => {
        await running.db.deleteFrom('card_labels').where('card_id', '=', 12_000_004).execute()
        await running.db.deleteFrom('cards').where('id', '=', 12_000_004).execute()
        await running.db.updateTable('boards').set({ revision: 50 }).where('id', '=', 12).execute()
        return undefined
      }),
    )
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#104/ })
    await moveTo(user, /^Actions for #104/, 'Review')
    await waitFor(() => expect(announcement()).toBe(gone('#104 Drop the legacy session table')))
  })
})

describe('several moves', () => {
  test('of one card are sent in order, with only the last one announced, when they are faster than the network', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', async () => {
        await delay(60)
        return undefined
      }),
    )
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    await screen.findByRole('button', { name: 'Column actions for Queued' })
    card.focus()
    const news = recordNews()
    await user.keyboard(']]]')
    await waitFor(() => expect(cardsIn('Verified').at(-1)).toBe(101))
    await waitFor(
      () => expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Review', 'Verified')),
      {
        timeout: 5_000,
      },
    )
    await refreshAndListen(user)
    expect(news).toEqual([moved('#101 Rotate signing keys', 'Review', 'Verified')])
    expect(patches()).toHaveLength(3)
    expect(await columnOnServer(running, 101)).toBe('Verified')
  })

  test('stay independent when the first fails and the second succeeds', async () => {
    const running = await start()
    const { user } = await connect(running.keys.maintainer)
    await moveTo(user, /^Actions for #106/, 'Verified')
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(async () => expect(await columnOnServer(running, 101)).toBe('Building'))
    await waitFor(() => expect(screen.queryByText(MOVING)).toBeNull())
    expect(cardsIn('Review')).toContain(106)
    await waitFor(() => expect(cardsIn('Building')).toContain(101))
  })
})

describe('moves that are not allowed', () => {
  test('show the reason in the menu and send no request', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('button', { name: CARD_101_ACTIONS }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    const disabledItem = await screen.findByRole('menuitem', { name: 'Staging' })
    expect(disabledItem.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(disabledItem.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe(needsRole('maintainer', 'member'))
    await user.click(disabledItem)
    expect(patches()).toEqual([])
  })

  test('announce the same reason when a person uses the shortcut', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#112/ })
    card.focus()
    await user.keyboard(']')
    const message = notSent(
      '#112 Upgrade the TLS library',
      'Staging',
      needsRole('maintainer', 'member'),
    )
    await waitFor(() => expect(announcement()).toBe(message))
    expect(patches()).toEqual([])
  })

  test('disable every card, with the reason, when the key is a viewer', async () => {
    const running = await start()
    await connect(running.keys.viewer)
    await screen.findByText(READ_ONLY)
    const cards = screen.getAllByRole('article').filter((card) => card.dataset.cardNumber)
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards) {
      expect(card.getAttribute('aria-disabled')).toBe('true')
      const [reasonId = ''] = (card.getAttribute('aria-describedby') ?? '').split(' ')
      const reason = document.getElementById(reasonId)
      expect(reason?.textContent).toBe(needsRole('member', 'viewer'))
    }
  })

  test('are sent when the app can’t compare the roles, and the service decides', async () => {
    const running = await start()
    await running.db
      .updateTable('stages')
      .set({ min_role: 'owner' })
      .where('id', '=', 1_202)
      .execute()
    network.use(
      http.get('*/v1/board', async ({ request }) => {
        const text = await (await running.service.fetch(request)).text()
        return HttpResponse.json(JSON.parse(text.replaceAll(/"owner"/gi, '"steward"')))
      }),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('button', { name: CARD_101_ACTIONS }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    expect(screen.getByText(rolesNotComparable('member', 'steward'))).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Building' }))
    await waitFor(() =>
      expect(announcement()).toBe(
        notMoved('#101 Rotate signing keys', needsRole('owner', 'member')),
      ),
    )
  })
})

test('a move shows the service’s message and keeps the card in place when the column was deleted', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  await user.click(await screen.findByRole('button', { name: CARD_101_ACTIONS }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  const deleteColumn = async () => {
    await running.db
      .updateTable('cards')
      .set({ stage_id: 1_203 })
      .where('stage_id', '=', 1_202)
      .execute()
    await running.db.deleteFrom('stages').where('id', '=', 1_202).execute()
    await running.db.updateTable('boards').set({ revision: 90 }).where('id', '=', 12).execute()
  }
  // As the request arrives: a load in between would take the column off the menu.
  network.use(
    http.patch('*/v1/cards/:number', async () => void (await deleteColumn()), { once: true }),
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await waitFor(() =>
    expect(screen.getByRole('article', { name: /^#101/ }).textContent).toContain(
      notMovedTo('Building', messages.problems.columnNotOnBoard('1202')),
    ),
  )
  expect(cardsIn('Queued')).toContain(101)
  expect(screen.queryByRole('region', { name: 'Building' })).toBeNull()
})
