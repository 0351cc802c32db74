import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeSignInKey } from '#app/sign-in-link.ts'
import {
  checkServiceAddress,
  illegalKeyCharacter,
  KEY_CONTAINS_SPACES,
  keyEnding,
  keyRemoved,
  notAccepted,
  offeredRole,
  PASTE_A_KEY,
} from '#messages/key-messages.ts'
import { KEY_NOT_ACCEPTED } from '#messages/warning-messages.ts'
import { NO_ACCESS } from '#messages/workspace-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { changeUrl } from '#state/url.ts'
import { failure } from '#test/support/failure.ts'
import {
  announcement,
  connect,
  demoName,
  pageOverService,
  pasteInto,
  renderApp,
  setupUser,
} from '#test/support/page.tsx'

const { start, requests, network } = pageOverService()

describe('connecting', () => {
  test('opens the board of the key', async () => {
    const { keys } = await start()
    await connect(keys.member)
    expect(await screen.findByRole('heading', { level: 2, name: 'Queued' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Workspace Storefront member' })).toBeTruthy()
    expect(window.location.search).toBe('?w=12')
    expect(screen.getByText(/^as of \d\d:\d\d:\d\d$/)).toBeTruthy()
  })

  test('removes "Bearer", quotes, and spaces from a pasted key', async () => {
    const { keys } = await start()
    await connect(` "Bearer ${keys.viewer}" `)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys[0]?.tail).toBe(keys.viewer.slice(-4))
  })

  test('uses the key in a pasted sign-in link', async () => {
    const { keys } = await start()
    await connect(`http://127.0.0.1:4173/?w=12#key=${keys.viewer}`)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys[0]?.tail).toBe(keys.viewer.slice(-4))
  })

  test('shows an error and keeps the input when the key is not accepted', async () => {
    await start()
    await connect('kbs_nonsense')
    expect((await screen.findByRole('alert')).textContent).toContain(KEY_NOT_ACCEPTED)
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('kbs_nonsense')
  })

  test.each([
    ['blank', '   ', PASTE_A_KEY],
    ['only "Bearer"', 'Bearer ', PASTE_A_KEY],
    ['two words', 'one two', KEY_CONTAINS_SPACES],
    ['a character that is not allowed in a header', 'kéy', illegalKeyCharacter('é')],
  ])('shows an error and sends no request when the input is %s', async (_, input, message) => {
    await start()
    await connect(input)
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(requests).toEqual([])
  })

  test('shows which error it is when the service is unreachable or isn’t the board service', async () => {
    await start(
      http.get('*/v1/me', () => HttpResponse.error(), { once: true }),
      http.get('*/v1/me', () => HttpResponse.html('<!doctype html>hello'), { once: true }),
    )
    const { user } = await connect('kbs_some')
    expect((await screen.findByRole('alert')).textContent).toContain(
      errorMessage(failure('network')),
    )
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(
      await screen.findByText(checkServiceAddress(errorMessage(failure('unreadable')))),
    ).toBeTruthy()
  })

  test.each<[string, Parameters<typeof HttpResponse.json>[0] | string, string]>([
    [
      'problem+json',
      { type: 'about:blank', title: 'No', detail: 'Key is retired.' },
      'Key is retired.',
    ],
    ['message', { message: 'Key is retired.' }, 'Key is retired.'],
    ['OAuth', { error: 'invalid_token', error_description: 'Key is retired.' }, 'Key is retired.'],
    ['nested errors', { error: { error: { reason: 'Key is retired.' } } }, 'Key is retired.'],
    ['a list of errors', { errors: [{ message: 'Key is' }, 'retired.'] }, 'Key is; retired.'],
    ['text', 'Key is retired.', 'Key is retired.'],
    ['a JSON string', '"Key is retired."', 'Key is retired.'],
    ['empty', '', 'Unauthorized'],
  ])(
    'shows why a key is not accepted when the error body is %s [gap G1]',
    async (_, body, message) => {
      const init = { status: 401, statusText: 'Unauthorized' }
      await start(
        http.get('*/v1/me', () =>
          typeof body === 'string' ? new HttpResponse(body, init) : HttpResponse.json(body, init),
        ),
      )
      await connect('kbs_some')
      expect((await screen.findByRole('alert')).textContent).toBe(notAccepted(message))
    },
  )

  test.each([200, 201, 203, 206])(
    'succeeds when the response has status %s [gap G2]',
    async (status) => {
      const running = await start()
      network.use(
        http.get('*/v1/me', async ({ request }) => {
          const response = await running.service.fetch(request)
          return new HttpResponse(await response.text(), { status })
        }),
      )
      await connect(running.keys.member)
      await screen.findByRole('heading', { level: 2, name: 'Queued' })
    },
  )

  test('shows the key only when "Show key" is selected', async () => {
    await start()
    const user = setupUser()
    renderApp()
    const field = await screen.findByLabelText<HTMLInputElement>('API key')
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('checkbox', { name: 'Show key' }))
    expect(field.type).toBe('text')
  })
})

describe('a sign-in link', () => {
  test('is removed from the URL at once', () => {
    window.history.replaceState(null, '', '/?w=12#key=kbs_abc')
    expect(takeSignInKey(window.location, window.history)).toBe('kbs_abc')
    expect(window.location.href).not.toContain('kbs_abc')
    expect(window.location.search).toBe('?w=12')
    expect(takeSignInKey(window.location, window.history)).toBeUndefined()
  })

  test('says whose key it offers, and where, and stores nothing until a person selects Connect', async () => {
    const { keys } = await start()
    const user = setupUser()
    renderApp(keys.member)
    await screen.findByText(keyEnding(keys.member.slice(-4)))
    await screen.findByText(offeredRole(demoName(12), 'member'))
    screen.getByText('Demo member')
    expect(requests).toEqual(['GET /v1/me'])
    expect(useKeysStore.getState().keys).toEqual([])
    expect([...Object.values(localStorage), ...Object.values(sessionStorage)]).toEqual([])
    expect(document.body.innerHTML).not.toContain(keys.member)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('that is opened in this tab is offered even when the board changes the URL at that moment', async () => {
    const { keys } = await start()
    // As a board does that opens in its default view.
    const changeView = () => changeUrl({ sort: 'title' }, 'replace')
    window.addEventListener('popstate', changeView)
    onTestFinished(() => window.removeEventListener('popstate', changeView))
    await connect(keys.viewer)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    act(() => {
      window.location.hash = `key=${keys.member}`
    })
    await screen.findByText(keyEnding(keys.member.slice(-4)))
    expect(window.location.href).not.toContain(keys.member)
  })

  test('that is opened while the page starts is offered', async () => {
    const { keys } = await start()
    await connect(keys.viewer)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    cleanup()
    window.history.replaceState(null, '', `/#key=${keys.member}`)
    renderApp()
    await screen.findByText(keyEnding(keys.member.slice(-4)))
    expect(window.location.href).not.toContain(keys.member)
  })
})

describe('key storage', () => {
  const exposedText = () =>
    JSON.stringify({ ...localStorage }) + document.documentElement.outerHTML + window.location.href

  test('uses only the session storage of the tab by default', async () => {
    const { keys } = await start()
    await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(exposedText()).not.toContain(keys.member)
    expect(
      Object.values({ ...sessionStorage }).filter((value) => value.includes(keys.member)).length,
    ).toBe(1)
  })

  test('encrypts the key on the device when "Remember on this device" is selected', async () => {
    const { keys } = await start()
    const user = setupUser()
    renderApp(keys.member)
    await user.click(await screen.findByRole('checkbox', { name: 'Remember on this device' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(exposedText() + JSON.stringify({ ...sessionStorage })).not.toContain(keys.member)
    expect(localStorage.getItem('trunkline.keys')).toContain('Demo member')
  })
})

describe('opening a board', () => {
  test('requires a choice when the key has access to several boards', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await screen.findByRole('heading', { name: 'Choose a board' })
    expect(requests.filter((request) => request.includes('/v1/board'))).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Storefront/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('requires a project when the board has several, and offers the known ones', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Client apps/ }))
    await screen.findByRole('heading', { name: 'Choose a project' })
    await user.click(screen.getByRole('button', { name: 'Desktop' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(window.location.search).toBe('?w=13&p=42')
    await user.click(screen.getByRole('button', { name: 'Desktop, choose another' }))
    await user.click(await screen.findByRole('button', { name: 'Another project…' }))
    await user.type(screen.getByLabelText('Project id'), '43')
    await user.click(screen.getByRole('button', { name: 'Open project' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(window.location.search).toBe('?w=13&p=43')
  })

  test('shows an error and loads no board when no key has access to the linked board', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=99')
    await connect(keys.member)
    await screen.findByRole('heading', { name: NO_ACCESS })
    expect(requests.filter((request) => request.includes('/v1/board'))).toEqual([])
  })

  test('works from the picker, which also adds and removes keys', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Large board/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    const items = await screen.findAllByRole('menuitemradio')
    expect(items.map((item) => item.textContent)).toEqual([
      'Large board, member',
      'Storefront, member',
      'Client apps, maintainer',
    ])
    expect(items[0]?.getAttribute('aria-checked')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    await pasteInto(user, await screen.findByLabelText('API key'), keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Remove key Demo viewer' }))
    expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo everywhere'])
  })

  test('works again when Undo restores a removed key, even the last one', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove key Demo member' }))
    await screen.findByRole('heading', { name: 'Connect to a board' })
    await waitFor(() =>
      expect(announcement()).toBe(keyRemoved('Demo member', keys.member.slice(-4))),
    )
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(keys.member)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo member'])
  })
})
