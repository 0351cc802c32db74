import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { useKeysStore } from '#state/keys-store.ts'
import { connect, pageOverService, spoken } from '#test/support/page.tsx'

const { start, network, requests } = pageOverService()

type User = Awaited<ReturnType<typeof connect>>['user']

const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))
const itemNames = async () => (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)

async function openBoard(user: User, name: string, column: string) {
  await openPicker(user)
  await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${name}`) }))
  await screen.findByRole('heading', { level: 2, name: column })
}

describe('the picker', () => {
  test('lists boards last used first; W and Enter go back to the one before', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openBoard(user, 'Board 14', 'Intake')
    await openPicker(user)
    expect(await itemNames()).toEqual(['Board 14, member', 'Board 12, member', 'Board 13, maintainer'])
    await user.keyboard('{Escape}')
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('w')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Board 12, member'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('opens on the board in sight; choosing that one changes nothing', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'keys')
    const steps = window.history.length
    await openPicker(user)
    await screen.findByRole('menuitemradio', { name: 'Board 12, member' })
    expect(document.activeElement?.textContent).toBe('Board 12, member')
    await user.keyboard('{Enter}')
    expect(window.location.search).toBe('?w=12&q=keys')
    expect(window.history.length).toBe(steps)
  })

  test('the key used last on a board is taken there, after Back and after a key was not added', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.type(await screen.findByLabelText('API key'), keys.maintainer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    const asMaintainer = () => screen.findByRole('button', { name: 'Workspace Board 12 maintainer' })
    await asMaintainer()
    await openBoard(user, 'Board 14', 'Intake')
    await act(() => window.history.back())
    await asMaintainer()
    await openPicker(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Board 12, member' }))
    await screen.findByRole('button', { name: 'Workspace Board 12 member' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Workspace Board 12 member' })
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  test('removing a key closes the list, and Ctrl+Z takes it back', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 14/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.type(await screen.findByLabelText('API key'), keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Remove key Demo everywhere' }))
    expect(screen.queryByRole('menu')).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy())
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(useKeysStore.getState().keys).toHaveLength(2))
  })

  test('shows names given on this device, with the number beside them, and finds boards by either', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 13/ }))
    await user.click(await screen.findByRole('button', { name: 'Project 42' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Name this board…' }))
    await user.type(await screen.findByLabelText('Board 13'), 'Payments')
    await user.type(screen.getByLabelText('Project 42'), 'Invoices')
    await user.click(screen.getByRole('button', { name: 'Save names' }))
    expect(await screen.findByRole('button', { name: 'Workspace Payments maintainer' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invoices, choose another' })).toBeTruthy()
    expect(document.title).toBe('Payments · Trunkline')
    await openPicker(user)
    const item = await screen.findByRole('menuitemradio', { name: 'Payments, maintainer' })
    const detail = document.getElementById(item.getAttribute('aria-describedby') ?? '')
    expect(detail?.textContent).toContain('Board 13, with Demo everywhere')
    for (const [typed, found] of [
      ['pay', ['Payments, maintainer']],
      ['13', ['Payments, maintainer']],
    ] as const) {
      await user.clear(screen.getByRole('searchbox', { name: 'Find a board or key' }))
      await user.type(screen.getByRole('searchbox', { name: 'Find a board or key' }), typed)
      expect(await itemNames()).toEqual(found)
    }
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([])
  })
})

describe('the details of a key', () => {
  test('say what the service says of it, and what it can do here, column by column [gap G14] [gap G15]', async () => {
    const { keys } = await start(
      http.get('*/v1/me', () =>
        HttpResponse.json({
          clientId: 'c-1',
          name: 'Nightly',
          scopes: ['read'],
          boards: [{ workspaceId: '12', organizationId: '1', role: 'member' }],
          answering: { until: 'noon' },
        }),
      ),
    )
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Details of Nightly' }))
    const dialog = await screen.findByRole('dialog', { name: 'Key Nightly' })
    const text = dialog.textContent ?? ''
    for (const fact of ['c-1', `ends in …${keys.member.slice(-4)}`, '"until": "noon"', 'organization 1']) {
      expect(text).toContain(fact)
    }
    expect(text).toContain('This key lists only read; changes may be refused.')
    const here = within(dialog).getByRole('region', { name: 'What this key can do here' })
    const answers = Object.fromEntries(
      within(here)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(answers).toMatchObject({
      'Move cards into Queued': 'yes',
      'Move cards into Staging': 'no',
      'Delete labels': 'no',
    })
    expect(text).not.toContain(keys.member)
  })

  test('a new secret is taken from the same credential only', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    const held = () => useKeysStore.getState().keys.map(({ name, tail }) => `${name} ${tail}`)
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await user.click(await screen.findByRole('button', { name: 'Replace the secret' }))
    await user.type(screen.getByLabelText('New secret'), 'not a key')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This is more than one word. Paste the key alone.')
    await user.clear(screen.getByLabelText('New secret'))
    await user.type(screen.getByLabelText('New secret'), running.keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('belongs to another key, Demo viewer'))
    expect(held()).toEqual([`Demo member ${running.keys.member.slice(-4)}`])
    const second = await running.secondSecret('member')
    await user.clear(screen.getByLabelText('New secret'))
    await user.type(screen.getByLabelText('New secret'), second)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(spoken()).toBe('Key Demo member has a new secret.'))
    expect(held()).toEqual([`Demo member ${second.slice(-4)}`])
  })
})

describe('a secret that is retired in mid work', () => {
  test('keeps the board in sight and asks for the new one; then all goes on', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const second = await running.secondSecret('member')
    await running.retire(running.keys.member)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const strip = await screen.findByRole('alert')
    expect(strip.textContent).toContain('The key is no longer accepted.')
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    await user.click(within(strip).getByRole('button', { name: 'Enter the new secret' }))
    await user.type(await screen.findByLabelText('New secret'), second)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  })
})

describe('connecting', () => {
  test('with a key that reaches no board says so, and holds nothing', async () => {
    const { keys } = await start(
      http.get('*/v1/me', () => HttpResponse.json({ clientId: 'c', name: 'Lonely', scopes: [], boards: [] })),
    )
    await connect(keys.member)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'knows this key as Lonely, but it reaches no board',
    )
    expect(useKeysStore.getState().keys).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe(keys.member)
  })

  test('with a second key in mid work leads to what that key reaches', async () => {
    const { keys, makeKey } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.type(await screen.findByLabelText('API key'), await makeKey({ 14: 'member' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    expect(window.location.search).toBe('?w=14')
  })
})

describe('a service that asks for a board though one is named [gap G11]', () => {
  test.each([
    ['problem', { code: 'workspace_required', detail: 'Say which.', workspaceIds: ['14'] }],
    ['words', { error: 'Choose a workspace: 14 or 99' }],
    ['objects', { message: 'board missing', boards: [{ id: 14 }, { id: 99 }] }],
  ])('has its list offered, as far as the key reaches it (%s)', async (_, body) => {
    const { keys } = await start()
    network.use(
      http.get('*/v1/board', ({ request }) =>
        request.headers.get('X-Service-Workspace') === '12' ? HttpResponse.json(body, { status: 400 }) : undefined,
      ),
    )
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    await screen.findByText(/The service asks which board is meant/)
    expect(screen.getAllByRole('button', { name: /^Board \d+/ }).map((one) => one.textContent)).toEqual([
      'Board 14member, with Demo everywhere',
    ])
    await user.click(screen.getByRole('button', { name: /^Board 14/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
  })
})

describe('a project [gap G12]', () => {
  test('that is unknown shows both answers, and offers what the service names', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=13&p=999')
    const { user } = await connect(keys.everywhere)
    await screen.findByRole('heading', { name: 'Choose a project' })
    expect((await screen.findByRole('alert')).textContent).toContain('Project 999 could not be opened.')
    expect(await screen.findByText(/This board holds several projects/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Project 41' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(
      requests.filter((line) => line === 'GET /v1/board'),
      'one try without',
    ).toHaveLength(1)
  })

  test('that a board does not need is no obstacle', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=12&p=999')
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: 'Open the board' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('that cards were seen in is offered when the service names none', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 13/ }))
    for (const project of ['Project 41', 'Project 42']) {
      await user.click(await screen.findByRole('button', { name: project }))
      await user.click(await screen.findByRole('button', { name: `${project}, choose another` }))
    }
    await user.click(await screen.findByRole('button', { name: 'Project 42' }))
    await screen.findAllByRole('article')
    network.use(
      http.get('*/v1/board', ({ request }) =>
        new URL(request.url).searchParams.has('projectId') ? undefined : HttpResponse.text('nope', { status: 400 }),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Project 42, choose another' }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText('nope')
    for (const project of ['Project 41', 'Project 42']) {
      expect(screen.getByRole('button', { name: project })).toBeTruthy()
    }
  })
})

test('a board that is shut to the key in mid work has its reach read again, and is left when it is gone', async () => {
  const running = await start()
  const { user } = await connect(running.keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
  await screen.findByRole('article', { name: /^#101/ })
  await running.db.deleteFrom('credential_boards').where('board_id', '=', 12).execute()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('heading', { name: 'This board is out of reach' })
  expect(screen.getByRole('button', { name: /^Board 14/ })).toBeTruthy()
})
