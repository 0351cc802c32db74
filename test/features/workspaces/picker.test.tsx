import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useKeysStore } from '#state/keys/keys-store.ts'
import {
  connect,
  pageOverService,
  pasteInto,
  traverseHistory,
  type User,
} from '#test/support/page.tsx'

const { start, requests } = pageOverService()

const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))

const itemNames = async () =>
  (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)

async function openBoard(user: User, name: string, column: string) {
  await openPicker(user)
  await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${name}`) }))
  await screen.findByRole('heading', { level: 2, name: column })
}

describe('the picker', () => {
  test('lists the last used boards first, and W and then Enter opens the previous board', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openBoard(user, 'Board 14', 'Intake')
    await openPicker(user)
    expect(await itemNames()).toEqual([
      'Board 14, member',
      'Board 12, member',
      'Board 13, maintainer',
    ])
    await user.keyboard('{Escape}')
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('w')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Board 12, member'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test('gives the focus back to the card on which W has opened it', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    // What the keys do is there.
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(card))
    await user.keyboard('w')
    await screen.findByRole('menuitemradio', { name: 'Board 12, member' })
    await waitFor(() => expect(document.activeElement).not.toBe(card))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(card)
  })

  test('opens with the focus on the current board, and changes nothing when a person chooses it', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'keys')
    const historyLength = window.history.length
    await openPicker(user)
    await screen.findByRole('menuitemradio', { name: 'Board 12, member' })
    expect(document.activeElement?.textContent).toBe('Board 12, member')
    await user.keyboard('{Enter}')
    expect(window.location.search).toBe('?w=12&q=keys')
    expect(window.history.length).toBe(historyLength)
  })

  test('uses the last used key of a board after Back, and after a person cancels "Add key"', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await pasteInto(user, await screen.findByLabelText('API key'), keys.maintainer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    const findMaintainerButton = () =>
      screen.findByRole('button', { name: 'Workspace Board 12 maintainer' })
    await findMaintainerButton()
    await openBoard(user, 'Board 14', 'Intake')
    await traverseHistory(-1)
    await findMaintainerButton()
    await openPicker(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Board 12, member' }))
    await screen.findByRole('button', { name: 'Workspace Board 12 member' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Workspace Board 12 member' })
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  test('closes when a key is removed, and Ctrl+Z restores the key', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 14/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await pasteInto(user, await screen.findByLabelText('API key'), keys.viewer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Remove key Demo everywhere' }))
    expect(screen.queryByRole('menu')).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy())
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(useKeysStore.getState().keys).toHaveLength(2))
  })

  test('shows names on this device with the board id, and finds boards by either', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 13/ }))
    await user.click(await screen.findByRole('button', { name: 'Project 42' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Rename this board…' }))
    await user.type(await screen.findByLabelText('Board 13'), 'Payments')
    await user.type(screen.getByLabelText('Project 42'), 'Invoices')
    await user.click(screen.getByRole('button', { name: 'Save names' }))
    expect(
      await screen.findByRole('button', { name: 'Workspace Payments maintainer' }),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invoices, choose another' })).toBeTruthy()
    expect(document.title).toBe('Payments · Trunkline')
    await openPicker(user)
    const item = await screen.findByRole('menuitemradio', { name: 'Payments, maintainer' })
    const detail = document.getElementById(item.getAttribute('aria-describedby') ?? '')
    expect(detail?.textContent).toContain('Board 13, with key “Demo everywhere”')
    for (const [query, expected] of [
      ['pay', ['Payments, maintainer']],
      ['13', ['Payments, maintainer']],
    ] as const) {
      await user.clear(screen.getByRole('searchbox', { name: 'Find a board or key' }))
      await user.type(screen.getByRole('searchbox', { name: 'Find a board or key' }), query)
      expect(await itemNames()).toEqual(expected)
    }
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  })
})
