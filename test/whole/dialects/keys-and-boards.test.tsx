import { screen, waitFor, within } from '@testing-library/react'

import { HttpResponse, http } from 'msw'

import { describe, expect, test } from 'vitest'

import {
  KEY_CONTAINS_SPACES,
  keyWithoutBoards,
  moveCardsInto,
  ONLY_READ_SCOPE,
  secretEnding,
  secretOfOtherKey,
  secretReplaced,
} from '#messages/key-messages.ts'
import { chooseAnother } from '#messages/name-messages.ts'
import { KEY_NO_LONGER_ACCEPTED } from '#messages/warning-messages.ts'
import {
  BOARD_REQUIRED,
  NO_ACCESS,
  PROJECT_REQUIRED,
  projectNotOpened,
} from '#messages/workspace-messages.ts'

import { useKeysStore } from '#state/keys/keys-store.ts'

import { useRecentBoardsStore } from '#state/recent-boards-store.ts'

import {
  announcement,
  connect,
  demoName,
  pageOverService,
  pasteInto,
  type User,
} from '#test/support/page.tsx'

const { start, network, requests } = pageOverService()

const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))

describe('key details', () => {
  test('show what the service reports about the key, and its permissions on this board [gap G14] [gap G15]', async () => {
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
    for (const fact of [
      'c-1',
      secretEnding(keys.member.slice(-4)),
      '"until": "noon"',
      'organization 1',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).toContain(ONLY_READ_SCOPE)
    const permissionsRegion = within(dialog).getByRole('region', {
      name: 'What this key can do here',
    })
    const permissions = Object.fromEntries(
      within(permissionsRegion)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(permissions).toMatchObject({
      [moveCardsInto('Queued')]: 'Yes',
      [moveCardsInto('Staging')]: 'No',
      'Delete labels': 'No',
    })
    expect(text).not.toContain(keys.member)
  })

  test('accept a new secret only when it belongs to the same credential', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    const storedKeys = () => useKeysStore.getState().keys.map(({ name, tail }) => `${name} ${tail}`)
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await user.click(await screen.findByRole('button', { name: 'Replace the secret' }))
    await user.type(screen.getByLabelText('New secret'), 'not a key')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect((await screen.findByRole('alert')).textContent).toBe(KEY_CONTAINS_SPACES)
    await user.clear(screen.getByLabelText('New secret'))
    await pasteInto(user, screen.getByLabelText('New secret'), running.keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        secretOfOtherKey('Demo viewer', 'Demo member'),
      ),
    )
    expect(storedKeys()).toEqual([`Demo member ${running.keys.member.slice(-4)}`])
    const newSecret = await running.addSecret('member')
    await user.clear(screen.getByLabelText('New secret'))
    await pasteInto(user, screen.getByLabelText('New secret'), newSecret)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(announcement()).toBe(secretReplaced('Demo member')))
    expect(storedKeys()).toEqual([`Demo member ${newSecret.slice(-4)}`])
  })
})

describe('a retired secret', () => {
  test('can be replaced while the board stays visible', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    // Its labels are loaded beside the board.
    await within(await screen.findByRole('article', { name: /^#101/ })).findByText('security')
    const newSecret = await running.addSecret('member')
    await running.retire(running.keys.member)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toContain(KEY_NO_LONGER_ACCEPTED)
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    await user.click(within(banner).getByRole('button', { name: 'Enter the new secret' }))
    await pasteInto(user, await screen.findByLabelText('New secret'), newSecret)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  })
})

describe('connecting', () => {
  test('shows an error and stores nothing when the key has access to no boards', async () => {
    const { keys } = await start(
      http.get('*/v1/me', () =>
        HttpResponse.json({ clientId: 'c', name: 'Lonely', scopes: [], boards: [] }),
      ),
    )
    await connect(keys.member)
    expect((await screen.findByRole('alert')).textContent).toContain(keyWithoutBoards('Lonely'))
    expect(useKeysStore.getState().keys).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe(keys.member)
  })

  test('opens the board of a second key when a person adds it', async () => {
    const { keys, makeKey } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await pasteInto(user, await screen.findByLabelText('API key'), await makeKey({ 14: 'member' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    expect(window.location.search).toBe('?w=14')
  })
})

describe('the choice of a board after the service requires one [gap G11]', () => {
  test.each([
    [
      'a problem document',
      { code: 'workspace_required', detail: 'Say which.', workspaceIds: ['14'] },
    ],
    ['a sentence', { error: 'Choose a workspace: 14 or 99' }],
    ['a list of objects', { message: 'board missing', boards: [{ id: 14 }, { id: 99 }] }],
  ])('offers only the boards that the key has access to when the error is %s', async (_, body) => {
    const { keys } = await start()
    network.use(
      http.get('*/v1/board', ({ request }) =>
        request.headers.get('X-Service-Workspace') === '12'
          ? HttpResponse.json(body, { status: 400 })
          : undefined,
      ),
    )
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${demoName(12)}`) }))
    await screen.findByText(BOARD_REQUIRED)
    expect(
      screen
        .getAllByRole('button', { name: /key “Demo everywhere”$/ })
        .map((button) => button.textContent),
    ).toEqual([expect.stringMatching(new RegExp(`^${demoName(14)}member · `))])
    await user.click(screen.getByRole('button', { name: new RegExp(`^${demoName(14)}`) }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
  })
})

describe('a project [gap G12]', () => {
  test('shows both errors and the projects that the service lists when its id is unknown', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=13&p=999')
    const { user } = await connect(keys.everywhere)
    await screen.findByRole('heading', { name: 'Choose a project' })
    expect((await screen.findByRole('alert')).textContent).toContain(
      projectNotOpened('Project 999'),
    )
    expect(await screen.findByText(PROJECT_REQUIRED)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: demoName(41) }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(
      requests.filter((request) => request === 'GET /v1/board'),
      'one request without a project',
    ).toHaveLength(1)
  })

  test('can be left out when the board doesn’t require one', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=12&p=999')
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: 'Open the board' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('is offered when it had cards on the board and the service lists no projects', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${demoName(13)}`) }))
    for (const project of [41, 42] as const) {
      const name = demoName(project)
      await user.click(await screen.findByRole('button', { name }))
      // Its cards are looked at when the page is idle.
      const seen = () => useRecentBoardsStore.getState().seenProjects['13']
      await waitFor(() => expect(seen()).toContain(String(project)))
      await user.click(await screen.findByRole('button', { name: chooseAnother(name) }))
    }
    await user.click(await screen.findByRole('button', { name: demoName(42) }))
    await screen.findAllByRole('article')
    network.use(
      http.get('*/v1/board', ({ request }) =>
        new URL(request.url).searchParams.has('projectId')
          ? undefined
          : HttpResponse.text('nope', { status: 400 }),
      ),
    )
    await user.click(screen.getByRole('button', { name: chooseAnother(demoName(42)) }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText(/nope/)
    for (const project of [41, 42] as const) {
      await screen.findByRole('button', { name: demoName(project) })
    }
  })
})

test('the app loads the key’s access again and closes the board when the key loses access to it', async () => {
  const running = await start()
  const { user } = await connect(running.keys.everywhere)
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${demoName(12)}`) }))
  await screen.findByRole('article', { name: /^#101/ })
  await running.db.deleteFrom('credential_boards').where('board_id', '=', 12).execute()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('heading', { name: NO_ACCESS })
  expect(screen.getByRole('button', { name: new RegExp(`^${demoName(14)}`) })).toBeTruthy()
})
