import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { forgetDeprecation } from '#queries/deprecation.ts'
import { connect, dialect, pageOverService } from '#test/support/page.tsx'

const { start, network, requests } = pageOverService()

describe('the board', () => {
  test('that cannot be read says why at once, and is tried again by itself', async () => {
    const fault = http.get('*/v1/board', () => HttpResponse.json({ message: 'Back at noon.' }, { status: 503 }), {
      once: true,
    })
    const { keys } = await start(fault)
    await connect(keys.member)
    expect((await screen.findByRole('alert')).textContent).toContain('Back at noon.')
    expect(await screen.findByRole('heading', { level: 2, name: 'Queued' }, { timeout: 4_000 })).toBeTruthy()
  })

  test('stays in sight when it cannot be read again', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.get('*/v1/board', () => HttpResponse.json({ message: 'Key retired.' }, { status: 401 })))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The key is no longer accepted. Key retired.')
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  })

  test('without columns says so', async () => {
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns: [] })))
    await connect(keys.member)
    expect(await screen.findByText('This board has no columns yet.')).toBeTruthy()
  })

  test('with one unreadable card shows it in its place and all the others', async () => {
    const task = { id: '1', number: 1, title: 'Fine', statusId: 'a', labels: [] }
    const columns = [{ statusId: 'a', name: 'A', minRole: 'member', tasks: [null, task] }]
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    await connect(keys.member)
    expect(await screen.findByRole('article', { name: 'A card this app could not read' })).toBeTruthy()
    expect(screen.getByRole('article', { name: '#1 Fine' })).toBeTruthy()
  })

  test('is read again, by its ETag where it has one, and what has not changed stays what it was', async () => {
    const { keys } = await start()
    let notModified = 0
    network.events.on('response:mocked', ({ response }) => {
      if (response.status === 304) notModified += 1
    })
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(requests.filter((line) => line === 'GET /v1/board')).toHaveLength(2))
    await waitFor(() => expect(notModified > 0).toBe(dialect.hasVersions))
    expect(screen.getByRole('article', { name: /^#101/ })).toBe(card)
    network.events.removeAllListeners()
  })
})

describe('the filter', () => {
  test('narrows the cards, stands in the address, and can be cleared', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'signing')
    await waitFor(() => expect(screen.getAllByRole('article').map((card) => card.dataset.cardNumber)).toEqual(['101']))
    expect(window.location.search).toBe('?w=12&q=signing')
    expect(screen.getByText('1 of 15')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), ' nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await screen.findByRole('article', { name: /^#102/ })
  })

  test('by label and priority stands in the address, is read from it, and is taken off again', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Filter by label or priority' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Priority: urgent' }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Label: security' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'Priority: urgent' }).getAttribute('aria-checked')).toBe('true')
    await user.keyboard('{Escape}')
    const query = new URLSearchParams(window.location.search)
    expect([query.get('w'), query.get('priority'), query.getAll('label').length]).toEqual(['12', 'urgent', 1])
    const shown = () => screen.getAllByRole('article').map((card) => card.textContent)
    await waitFor(() =>
      expect(shown().every((text) => text?.includes('urgent') && text.includes('security'))).toBe(true),
    )
    expect(shown().length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Filter by label or priority, 2 chosen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clear filters' }))
    await screen.findByRole('article', { name: /^#101/ })
    expect(window.location.search).toBe('?w=12')
    act(() => {
      window.history.pushState(null, '', '/?w=12&priority=low')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(shown().every((text) => text?.includes('low'))).toBe(true))
  })

  test('by a label that the board does not have can be taken off alone', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=12&label=99999&q=keys')
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: 'Filter by label or priority, 1 chosen' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Label: unknown label 99999' }))
    expect(window.location.search).toBe('?w=12&q=keys')
  })

  test('keeps the blocked cards', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: '3 blocked' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(screen.getAllByText('Blocked')).toHaveLength(3)
  })
})

test('a link opens its card, and one to a card that is not there says so', async () => {
  const { keys } = await start()
  window.history.replaceState(null, '', '/?w=12&card=115')
  const { user } = await connect(keys.member)
  expect(await screen.findByRole('dialog', { name: '#115 Reject expired invitations' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(window.location.search).toBe('?w=12')
  window.history.pushState(null, '', '/?w=12&card=9999')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('dialog', { name: 'Card not on this board' })).toBeTruthy()
})

test('several parts of the screen show the board, and it is read once', async () => {
  const { keys } = await start()
  await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  expect(requests.filter((line) => line === 'GET /v1/board')).toHaveLength(1)
  // An unknown label on a card has the list read once more.
  expect(requests.filter((line) => line === 'GET /v1/labels')).toHaveLength(dialect.addsThings ? 2 : 1)
  expect(requests.filter((line) => line === 'GET /v1/me')).toHaveLength(1)
})

describe('keys', () => {
  test('an arrow leads onto the board from a page that was just opened', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    act(() => (document.activeElement as HTMLElement).blur())
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-card-number')).toBe('101'))
  })

  test('of the app go on after a press in the header', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Filter cards' }))
  })

  test('L opens the card with the focus on its labels', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('l')
    const labels = await screen.findByRole('group', { name: 'Labels' })
    await waitFor(() => expect(labels.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
  })
})

describe('a service that announces the end of its interface [gap G24]', () => {
  test.each([
    [{ Sunset: 'Wed, 31 Mar 2027 00:00:00 GMT' }, 'will end on 31 March 2027.'],
    [{ Deprecation: '@1735689600' }, 'will end. Tell'],
  ])('is told of once (%j)', async (headers, words) => {
    forgetDeprecation()
    const running = await start()
    network.use(
      http.get('*/v1/board', async ({ request }) => {
        const answer = await running.service.fetch(request)
        return new HttpResponse(await answer.text(), { status: answer.status, headers })
      }),
    )
    const { user } = await connect(running.keys.member)
    const notice = () => screen.queryByText(/version of its interface/, { selector: '.notice *' })
    await waitFor(() => expect(notice()?.textContent).toContain(words))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(requests.filter((line) => line === 'GET /v1/labels').length).toBeGreaterThan(1))
    expect(notice()).toBeNull()
  })
})

test('a column that fails leaves the others alone, and can be tried again', async () => {
  const { keys } = await start()
  let broken = true
  vi.spyOn(ResizeObserver.prototype, 'observe').mockImplementation((element) => {
    if (broken && element.closest('[data-status-id="1202"]')) throw new Error('Injected fault')
  })
  const { user } = await connect(keys.member)
  const fault = await screen.findByRole('alert')
  expect(fault.textContent).toContain('The column Building failed')
  expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  expect(screen.getByRole('article', { name: /^#106/ })).toBeTruthy()
  expect(screen.queryByRole('article', { name: /^#104/ })).toBeNull()
  broken = false
  await user.click(within(fault).getByRole('button', { name: 'Retry' }))
  await screen.findByRole('article', { name: /^#104/ })
})
