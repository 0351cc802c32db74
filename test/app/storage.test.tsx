import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { App } from '#app/App.tsx'
import { restoreKeys, useKeysStore } from '#state/keys-store.ts'
import { keepSecret } from '#state/secret-vault.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

describe('what is stored', () => {
  test.each([
    ['not JSON', '{{{'],
    ['another shape', '{"keys":{}}'],
    ['another version', '[{"v":7,"credential":{"id":"x"}}]'],
    ['wrong types', '[{"id":5,"clientId":null,"name":[],"tail":{}}, null, "x"]'],
    ['a key without its secret', '[{"id":"a","clientId":"c","name":"n","tail":"abcd","remembered":true}]'],
  ])('damaged (%s), begins anew and works', async (_, text) => {
    for (const entry of ['trunkline.keys', 'trunkline.settings', 'trunkline.asked']) localStorage.setItem(entry, text)
    for (const entry of ['trunkline.session-keys', 'trunkline.session-secrets']) sessionStorage.setItem(entry, text)
    await restoreKeys()
    expect(useKeysStore.getState().keys).toEqual([])
    const { keys } = await start()
    await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test.each(['disabled', 'full'])(
    'nowhere, because storage is %s, the app works as long as the page lives',
    async (how) => {
      const refuse = () => {
        throw new DOMException('no', how === 'full' ? 'QuotaExceededError' : 'SecurityError')
      }
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
      if (how === 'disabled') {
        vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
        vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
      }
      const { keys } = await start()
      const { user } = await connect(keys.member)
      const card = await screen.findByRole('article', { name: /^#101/ })
      card.focus()
      await user.keyboard(']')
      await screen.findByText('#101 Rotate signing keys moved from Queued to Building.', { selector: '.notice *' })
    },
  )

  test('cannot be kept on the device: the key is held in the tab, and that is said', async () => {
    vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('no'))
    const { keys } = await start()
    const user = userEvent.setup()
    render(<App offeredKey={undefined} />)
    await user.type(await screen.findByLabelText('API key'), keys.member)
    await user.click(screen.getByRole('checkbox', { name: 'Remember on this device' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await waitFor(() =>
      expect(screen.getByText(/could not keep the key/, { selector: '.notice *' }).textContent).toBe(
        'This browser could not keep the key Demo member. It is held in this tab only.',
      ),
    )
    expect(useKeysStore.getState().keys.map((key) => key.remembered)).toEqual([false])
  })
})

test('a key that another tab adds or removes is followed', async () => {
  await restoreKeys()
  const tell = (newValue: string | null) => {
    if (newValue === null) localStorage.removeItem('trunkline.keys')
    else localStorage.setItem('trunkline.keys', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'trunkline.keys', newValue }))
  }
  const { keys } = await start()
  const { user } = await connect(keys.viewer)
  await screen.findByRole('heading', { level: 2, name: 'Queued' })
  // As the other tab does it: first the secret, then the facts.
  await keepSecret('other', keys.everywhere, true)
  tell(JSON.stringify([{ id: 'other', clientId: 'c-other', name: 'Elsewhere', tail: 'abcd', remembered: true }]))
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  expect(await screen.findByRole('menuitemradio', { name: 'Board 14, member' })).toBeTruthy()
  tell(null)
  await waitFor(() => expect(screen.queryByRole('menuitemradio', { name: 'Board 14, member' })).toBeNull())
  expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo viewer'])
})
