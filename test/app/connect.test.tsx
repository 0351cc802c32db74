import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { App } from '#app/App.tsx'
import { takeSignInKey } from '#app/sign-in-link.ts'
import { useKeysStore } from '#state/keys-store.ts'
import { connect, pageOverService, spoken } from '#test/support/page.tsx'

const { start, requests, network } = pageOverService()

describe('connecting', () => {
  test('with a key opens its board', async () => {
    const { keys } = await start()
    await connect(keys.member)
    expect(await screen.findByRole('heading', { level: 2, name: 'Queued' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Workspace Board 12 member' })).toBeTruthy()
    expect(window.location.search).toBe('?w=12')
    expect(screen.getByText(/^as of \d\d:\d\d:\d\d$/)).toBeTruthy()
  })

  test('takes what copying added off the key', async () => {
    const { keys } = await start()
    await connect(` "Bearer ${keys.viewer}" `)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys[0]?.tail).toBe(keys.viewer.slice(-4))
  })

  test('with a whole sign-in link takes the key out of it', async () => {
    const { keys } = await start()
    await connect(`http://127.0.0.1:4173/?w=12#key=${keys.viewer}`)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys[0]?.tail).toBe(keys.viewer.slice(-4))
  })

  test('with a key that is not accepted says so, and keeps what was typed', async () => {
    await start()
    await connect('kbs_nonsense')
    expect((await screen.findByRole('alert')).textContent).toContain('did not accept this key')
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('kbs_nonsense')
  })

  test.each([
    ['nothing', '   ', 'Paste an API key.'],
    ['Bearer alone', 'Bearer ', 'Paste an API key.'],
    ['two words', 'one two', 'This is more than one word.'],
    ['what no header can hold', 'kéy', 'cannot hold the character “é”'],
  ])('with %s asks nobody', async (_, typed, words) => {
    await start()
    await connect(typed)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(requests).toEqual([])
  })

  test('to a service that cannot be reached, or that is none, says which', async () => {
    await start(
      http.get('*/v1/me', () => HttpResponse.error(), { once: true }),
      http.get('*/v1/me', () => HttpResponse.html('<!doctype html>hello'), { once: true }),
    )
    const { user } = await connect('kbs_some')
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect((await screen.findByText(/does not look like the board service/)).textContent).toContain('Check the address')
  })

  test.each<[string, Parameters<typeof HttpResponse.json>[0] | string, string]>([
    ['problem+json', { type: 'about:blank', title: 'No', detail: 'Key is retired.' }, 'Key is retired.'],
    ['message', { message: 'Key is retired.' }, 'Key is retired.'],
    ['OAuth', { error: 'invalid_token', error_description: 'Key is retired.' }, 'Key is retired.'],
    ['an error in an error', { error: { error: { reason: 'Key is retired.' } } }, 'Key is retired.'],
    ['a list of errors', { errors: [{ message: 'Key is' }, 'retired.'] }, 'Key is; retired.'],
    ['text', 'Key is retired.', 'Key is retired.'],
    ['a JSON string', '"Key is retired."', 'Key is retired.'],
    ['nothing', '', 'Unauthorized'],
  ])('reads why a key is not accepted out of %s [gap G1]', async (_, body, words) => {
    const init = { status: 401, statusText: 'Unauthorized' }
    await start(
      http.get('*/v1/me', () =>
        typeof body === 'string' ? new HttpResponse(body, init) : HttpResponse.json(body, init),
      ),
    )
    await connect('kbs_some')
    expect((await screen.findByRole('alert')).textContent).toBe(`The service did not accept this key. ${words}`)
  })

  test.each([200, 201, 203, 206])('takes a %s for an answer like any other [gap G2]', async (status) => {
    const running = await start()
    network.use(
      http.get('*/v1/me', async ({ request }) => {
        const answer = await running.service.fetch(request)
        return new HttpResponse(await answer.text(), { status })
      }),
    )
    await connect(running.keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('shows the key only when asked to', async () => {
    await start()
    const user = userEvent.setup()
    render(<App offeredKey={undefined} />)
    const field = await screen.findByLabelText<HTMLInputElement>('API key')
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('checkbox', { name: 'Show key' }))
    expect(field.type).toBe('text')
  })
})

describe('a sign-in link', () => {
  test('is erased from the address at once', () => {
    window.history.replaceState(null, '', '/?w=12#key=kbs_abc')
    expect(takeSignInKey(window.location, window.history)).toBe('kbs_abc')
    expect(window.location.href).not.toContain('kbs_abc')
    expect(window.location.search).toBe('?w=12')
    expect(takeSignInKey(window.location, window.history)).toBeUndefined()
  })

  test('asks before its key is used', async () => {
    const { keys } = await start()
    const user = userEvent.setup()
    render(<App offeredKey={keys.member} />)
    await screen.findByText(/key ending in/)
    expect(requests).toEqual([])
    expect(document.body.innerHTML).not.toContain(keys.member)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })
})

describe('where a key is kept', () => {
  const everywhere = () =>
    JSON.stringify({ ...localStorage }) + document.documentElement.outerHTML + window.location.href

  test('in the tab alone, unless told otherwise', async () => {
    const { keys } = await start()
    await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(everywhere()).not.toContain(keys.member)
    expect(Object.values({ ...sessionStorage }).filter((value) => value.includes(keys.member)).length).toBe(1)
  })

  test('encrypted on the device when it is to be remembered', async () => {
    const { keys } = await start()
    const user = userEvent.setup()
    render(<App offeredKey={keys.member} />)
    await user.click(await screen.findByRole('checkbox', { name: 'Remember on this device' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(everywhere() + JSON.stringify({ ...sessionStorage })).not.toContain(keys.member)
    expect(localStorage.getItem('trunkline.keys')).toContain('Demo member')
  })
})

describe('choosing', () => {
  test('a key that reaches several boards is asked which one', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await screen.findByRole('heading', { name: 'Choose a board' })
    expect(requests.filter((line) => line.includes('/v1/board'))).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Board 12/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('a board with several projects is asked for one, and the known ones are offered', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 13/ }))
    await screen.findByRole('heading', { name: 'Choose a project' })
    await user.click(screen.getByRole('button', { name: 'Project 42' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(window.location.search).toBe('?w=13&p=42')
    await user.click(screen.getByRole('button', { name: 'Project 42, choose another' }))
    await user.type(await screen.findByLabelText('Project id'), '43')
    await user.click(screen.getByRole('button', { name: 'Open project' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(window.location.search).toBe('?w=13&p=43')
  })

  test('a link to a board that no key reaches says so and picks none', async () => {
    const { keys } = await start()
    window.history.replaceState(null, '', '/?w=99')
    await connect(keys.member)
    await screen.findByRole('heading', { name: 'This board is out of reach' })
    expect(requests.filter((line) => line.includes('/v1/board'))).toEqual([])
  })

  test('switching boards, adding a key and removing it from the picker', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 14/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    const items = await screen.findAllByRole('menuitemradio')
    expect(items.map((item) => item.textContent)).toEqual([
      'Board 14, member',
      'Board 12, member',
      'Board 13, maintainer',
    ])
    expect(items[0]?.getAttribute('aria-checked')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    await user.type(await screen.findByLabelText('API key'), keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Remove key Demo viewer' }))
    expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo everywhere'])
  })

  test('a key that was removed by mistake can be taken back, even the last one', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove key Demo member' }))
    await screen.findByRole('heading', { name: 'Connect to a board' })
    await waitFor(() => expect(spoken()).toBe(`Key Demo member …${keys.member.slice(-4)} removed.`))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(keys.member)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo member'])
  })
})
