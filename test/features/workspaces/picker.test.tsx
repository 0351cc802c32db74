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

const { start } = pageOverService()

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
    await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openBoard(user, 'Large board', 'Intake')
    await openPicker(user)
    expect(await itemNames()).toEqual([
      'Large board, member',
      'Storefront, member',
      'Client apps, maintainer',
    ])
    await user.keyboard('{Escape}')
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('w')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Storefront, member'))
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
    await screen.findByRole('menuitemradio', { name: 'Storefront, member' })
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
    await screen.findByRole('menuitemradio', { name: 'Storefront, member' })
    expect(document.activeElement?.textContent).toBe('Storefront, member')
    await user.keyboard('{Enter}')
    expect(window.location.search).toBe('?w=12&q=keys')
    expect(window.history.length).toBe(historyLength)
  })

  test('uses the last used key of a board after Back, and after a person cancels "Add key"', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await pasteInto(user, await screen.findByLabelText('API key'), keys.maintainer)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    const findMaintainerButton = () =>
      screen.findByRole('button', { name: 'Workspace Storefront maintainer' })
    await findMaintainerButton()
    await openBoard(user, 'Large board', 'Intake')
    await traverseHistory(-1)
    await findMaintainerButton()
    await openPicker(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Storefront, member' }))
    await screen.findByRole('button', { name: 'Workspace Storefront member' })
    await openPicker(user)
    await user.click(await screen.findByRole('button', { name: 'Add key' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Workspace Storefront member' })
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  test('closes when a key is removed, and Ctrl+Z restores the key', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Large board/ }))
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

  test('shows the names of the service, which nobody renames on this device [gap G29]', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Client apps/ }))
    await user.click(await screen.findByRole('button', { name: 'Desktop' }))
    await screen.findByRole('button', { name: 'Desktop, choose another' })
    expect(document.title).toBe('Client apps · Trunkline')
    await openPicker(user)
    const item = await screen.findByRole('menuitemradio', { name: 'Client apps, maintainer' })
    const detail = document.getElementById(item.getAttribute('aria-describedby') ?? '')
    expect(detail?.textContent).toMatch(/^Board 13 · key “Demo everywhere”/)
    expect(screen.queryByRole('button', { name: 'Rename this board…' })).toBeNull()
  })
})
