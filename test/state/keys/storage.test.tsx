import { screen, waitFor } from '@testing-library/react'
import { createStore, get } from 'idb-keyval'
import { describe, expect, test, vi } from 'vitest'
import { couldNotRemember } from '#messages/key-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { restoreKeys, useKeysStore } from '#state/keys/keys-store.ts'
import { rememberSecret } from '#state/keys/remember-secret.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { connect, pageOverService, pasteInto, renderApp, setupUser } from '#test/support/page.tsx'

const { start } = pageOverService()

describe('browser storage', () => {
  test.each([
    ['not JSON', '{{{'],
    ['another shape', '{"keys":{}}'],
    ['another version', '[{"v":7,"credential":{"id":"x"}}]'],
    ['wrong types', '[{"id":5,"clientId":null,"name":[],"tail":{}}, null, "x"]'],
    [
      'a key without its secret',
      '[{"id":"a","clientId":"c","name":"n","tail":"abcd","remembered":true}]',
    ],
  ])('starts empty, and the app works, when the stored data is damaged (%s)', async (_, text) => {
    for (const entry of ['trunkline.keys', 'trunkline.settings', 'trunkline.asked'])
      localStorage.setItem(entry, text)
    for (const entry of ['trunkline.session-keys', 'trunkline.session-secrets'])
      sessionStorage.setItem(entry, text)
    await restoreKeys()
    expect(useKeysStore.getState().keys).toEqual([])
    const { keys } = await start()
    await connect(keys.member)
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
  })

  test.each(['disabled', 'full'])('does not stop the app when it is %s', async (storageState) => {
    const throwError = () => {
      throw new DOMException('no', storageState === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwError)
    if (storageState === 'disabled') {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(throwError)
      vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(throwError)
    }
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await screen.findByText(moved('#101 Rotate signing keys', 'Queued', 'Building'), {
      selector: '[data-toast] *',
    })
  })

  test.each([
    ['the key can’t be encrypted', () => Promise.reject(new Error('no'))],
    ['the storage never answers', () => new Promise<ArrayBuffer>(() => {})],
  ])('stores the key for this tab only, with a notification, when %s', async (_, encrypt) => {
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(encrypt)
    const { keys } = await start()
    const user = setupUser()
    renderApp()
    await pasteInto(user, await screen.findByLabelText('API key'), keys.member)
    await user.click(screen.getByRole('checkbox', { name: 'Remember on this device' }))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' }, { timeout: 5_000 })
    await waitFor(() =>
      expect(
        screen.getByText(couldNotRemember('Demo member'), { selector: '[data-toast] *' }),
      ).toBeTruthy(),
    )
    expect(useKeysStore.getState().keys.map((key) => key.isRemembered)).toEqual([false])
  })
})

test('the stored keys update when another tab adds or removes a key', async () => {
  await restoreKeys()
  const setStoredKeys = (newValue: string | null) => {
    if (newValue === null) localStorage.removeItem('trunkline.keys')
    else localStorage.setItem('trunkline.keys', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'trunkline.keys', newValue }))
  }
  const { keys } = await start()
  const { user } = await connect(keys.viewer)
  await screen.findByRole('heading', { level: 2, name: 'Queued' })
  // Same order as in the app: first the secret, then the list of keys.
  await secretVault.store('other', keys.everywhere, true)
  setStoredKeys(
    JSON.stringify([
      { id: 'other', clientId: 'c-other', name: 'Elsewhere', tail: 'abcd', remembered: true },
    ]),
  )
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  expect(await screen.findByRole('menuitemradio', { name: 'Large board, member' })).toBeTruthy()
  setStoredKeys(null)
  await waitFor(() =>
    expect(screen.queryByRole('menuitemradio', { name: 'Large board, member' })).toBeNull(),
  )
  expect(useKeysStore.getState().keys.map((key) => key.name)).toEqual(['Demo viewer'])
})

test('a secret that is stored too late is removed, and one of a later attempt stays', async () => {
  const database = createStore('trunkline', 'keys')
  const realEncrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  let goOn = () => {}
  const isSlow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...args) => {
    await isSlow
    return realEncrypt(...args)
  })
  expect(await rememberSecret(database, 'secret:late', 'first secret')).toBe(false)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  goOn()
  await waitFor(() => expect(put).toHaveBeenCalledWith(expect.anything(), 'secret:late'))
  await waitFor(async () => expect(await get('secret:late', database)).toBeUndefined())
  expect(await rememberSecret(database, 'secret:late', 'second secret')).toBe(true)
  expect(await get('secret:late', database)).toBeDefined()
})
