import { act, screen, waitFor, within } from '@testing-library/react'

import { HttpResponse, http } from 'msw'

import { describe, expect, test } from 'vitest'

import { deprecated } from '#messages/app-messages.ts'

import { cardsShown } from '#messages/board-messages.ts'

import { NO_COLUMNS } from '#messages/board-status-messages.ts'

import { unresolvedLabelName } from '#messages/card-messages.ts'

import { UNREADABLE_CARD } from '#messages/name-messages.ts'

import { KEY_NO_LONGER_ACCEPTED } from '#messages/warning-messages.ts'

import { joinSentences } from '#model/sentences.ts'

import { connect, dialect, pageOverService } from '#test/support/page.tsx'

const { start, network, requests } = pageOverService()

describe('the board', () => {
  test('shows the error at once and retries automatically when it can’t be loaded', async () => {
    let loads = 0
    let setAvailable: () => void = () => undefined
    const isAvailable = new Promise<void>((resolve) => {
      setAvailable = resolve
    })
    const unavailable = http.get('*/v1/board', async () => {
      loads += 1
      if (loads > 1) return isAvailable.then(() => undefined)
      return HttpResponse.json({ message: 'Back at noon.' }, { status: 503 })
    })
    const { keys } = await start(unavailable)
    await connect(keys.member)
    expect((await screen.findByRole('alert')).textContent).toContain('Back at noon.')
    setAvailable()
    expect(
      await screen.findByRole('heading', { level: 2, name: 'Queued' }, { timeout: 4_000 }),
    ).toBeTruthy()
  })

  test('stays visible when a refresh fails', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(
      http.get('*/v1/board', () => HttpResponse.json({ message: 'Key retired.' }, { status: 401 })),
    )
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      joinSentences(KEY_NO_LONGER_ACCEPTED, 'Key retired.'),
    )
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  })

  test('shows a message when it has no columns', async () => {
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns: [] })))
    await connect(keys.member)
    expect(await screen.findByText(NO_COLUMNS)).toBeTruthy()
  })

  test('shows a placeholder and all other cards when one card is unreadable', async () => {
    const task = { id: '1', number: 1, title: 'Fine', statusId: 'a', labels: [] }
    const columns = [{ statusId: 'a', name: 'A', minRole: 'member', tasks: [null, task] }]
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    await connect(keys.member)
    expect(await screen.findByRole('article', { name: UNREADABLE_CARD })).toBeTruthy()
    expect(screen.getByRole('article', { name: '#1 Fine' })).toBeTruthy()
  })

  test('sends its ETag when it has one, and keeps the elements of unchanged cards, on a refresh', async () => {
    const { keys } = await start()
    let notModified = 0
    network.events.on('response:mocked', ({ response }) => {
      if (response.status === 304) notModified += 1
    })
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() =>
      expect(requests.filter((request) => request === 'GET /v1/board')).toHaveLength(2),
    )
    await waitFor(() => expect(notModified > 0).toBe(dialect.hasEtags))
    expect(screen.getByRole('article', { name: /^#101/ })).toBe(card)
    network.events.removeAllListeners()
  })
})

describe('the filter', () => {
  test('shows only matching cards, updates the URL, and can be cleared', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'signing')
    await waitFor(() =>
      expect(screen.getAllByRole('article').map((card) => card.dataset.cardNumber)).toEqual([
        '101',
      ]),
    )
    expect(window.location.search).toBe('?w=12&q=signing')
    expect(screen.getByText(cardsShown(1, 15))).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), ' nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await screen.findByRole('article', { name: /^#102/ })
  })

  test('by label and priority updates the URL, is restored from the URL, and can be cleared', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'urgent' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'security' }))
    expect(
      screen.getByRole('menuitemcheckbox', { name: 'urgent' }).getAttribute('aria-checked'),
    ).toBe('true')
    await user.keyboard('{Escape}')
    const query = new URLSearchParams(window.location.search)
    expect([query.get('w'), query.get('priority'), query.getAll('label').length]).toEqual([
      '12',
      'urgent',
      1,
    ])
    const cardTexts = () => screen.getAllByRole('article').map((card) => card.textContent)
    await waitFor(() =>
      expect(
        cardTexts().every((text) => text?.includes('urgent') && text.includes('security')),
      ).toBe(true),
    )
    expect(cardTexts().length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Filter 2 selected' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clear filters' }))
    await screen.findByRole('article', { name: /^#101/ })
    expect(window.location.search).toBe('?w=12')
    act(() => {
      window.history.pushState(null, '', '/?w=12&priority=low')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(cardTexts().every((text) => text?.includes('low'))).toBe(true))
  })

  test('removes only the unknown label when a person deselects it', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=12&label=99999&q=keys')
    const { user } = await connect(keys.member)
    await user.click(
      await screen.findByRole('button', {
        name: 'Filter 1 selected',
      }),
    )
    await user.click(
      await screen.findByRole('menuitemcheckbox', {
        name: unresolvedLabelName('99999', true),
      }),
    )
    expect(window.location.search).toBe('?w=12&q=keys')
  })

  test('shows only blocked cards when "3 blocked" is selected', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: '3 can’t move' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(screen.getAllByText('Blocked')).toHaveLength(3)
  })
})

describe('a deprecated API [gap G24]', () => {
  const ANY_DEPRECATION = new RegExp(deprecated(undefined).replace('will end', '.*'))

  test.each([
    [{ Sunset: 'Wed, 31 Mar 2027 00:00:00 GMT' }, deprecated(new Date('2027-03-31'))],
    [{ Deprecation: '@1735689600' }, deprecated(undefined)],
  ])('shows one notification when the response headers are %j', async (headers, message) => {
    const running = await start()
    network.use(
      http.get('*/v1/board', async ({ request }) => {
        const response = await running.service.fetch(request)
        return new HttpResponse(await response.text(), { status: response.status, headers })
      }),
    )
    const { user } = await connect(running.keys.member)
    const toast = () => screen.queryByText(ANY_DEPRECATION, { selector: '[data-toast] *' })
    await waitFor(() => expect(toast()?.textContent).toBe(message))
    const shown = within(toast()?.closest('[data-toast]') as HTMLElement)
    await user.click(shown.getByRole('button', { name: 'Dismiss' }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() =>
      expect(requests.filter((request) => request === 'GET /v1/labels').length).toBeGreaterThan(1),
    )
    expect(toast()).toBeNull()
  })
})
