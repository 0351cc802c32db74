import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { useServiceNamesStore } from '#state/service-names-store.ts'
import { showToast, useToastStore } from '#state/toast-store.ts'
import { connect, NOT_SPOKEN, pageOverService, pasteInto, type User } from '#test/support/page.tsx'

const { start, network } = pageOverService()

const keyNames = () => useKeysStore.getState().keys.map((key) => key.name)

async function addKey(user: User, secret: string) {
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Add key' }))
  await pasteInto(user, await screen.findByLabelText('API key'), secret)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.queryByLabelText('API key')).toBeNull())
}

async function removeKey(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: `Remove key ${name}` }))
  await waitFor(() => expect(keyNames()).not.toContain(name))
  // Until then, Undo is that of another key.
  await screen.findAllByText(new RegExp(`^Key ${name} .* removed`))
}

test('Undo restores the key that was removed last when two keys are removed in a row', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.viewer)
  await screen.findByRole('article', { name: /^#101/ })
  await addKey(user, keys.maintainer)
  await addKey(user, keys.member)
  await screen.findByRole('button', { name: 'Workspace Storefront member' })
  await removeKey(user, 'Demo viewer')
  await screen.findByRole('button', { name: 'Undo' })
  await removeKey(user, 'Demo maintainer')
  const newest = await screen.findByText(/^Key Demo maintainer .* removed/, NOT_SPOKEN)
  const toast = newest.closest<HTMLElement>('[data-toast]') ?? newest
  await user.click(within(toast).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(keyNames()).toEqual(['Demo member', 'Demo maintainer']))
})

test('Undo restores the key of the open board after another board was chosen', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  await screen.findByRole('article', { name: /^#101/ })
  await addKey(user, keys.everywhere)
  await user.click(await screen.findByRole('button', { name: 'Workspace Storefront member' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Large board/ }))
  await screen.findByRole('heading', { level: 2, name: 'Intake' })
  await removeKey(user, 'Demo everywhere')
  await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
  await screen.findByRole('article', { name: /^#101/ })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(keyNames()).toEqual(['Demo maintainer', 'Demo everywhere']))
})

test('nothing that was loaded with a key stays after it is removed', async () => {
  const { keys } = await start()
  const { user, queryClient } = await connect(keys.viewer)
  await screen.findByRole('article', { name: /^#101/ })
  const loaded = () => queryClient.getQueryCache().getAll()
  expect(loaded().length).toBeGreaterThan(2)
  await removeKey(user, 'Demo viewer')
  await waitFor(() => expect(loaded()).toEqual([]))
  expect(useServiceNamesStore.getState()).toEqual({ boardNames: {}, projectNames: {} })
})

test('the secret of a removed key is not kept when newer toasts replace the offer to undo', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await addKey(user, keys.viewer)
  await screen.findByRole('article', { name: /^#101/ })
  await removeKey(user, 'Demo member')
  await waitFor(() => expect(useKeysStore.getState().removedKey).toBeDefined())
  const actions = [{ type: 'show-unrecognized' }] as const
  for (const text of ['One.', 'Two.', 'Three.']) showToast(text, 'info', { actions })
  await waitFor(() => expect(useKeysStore.getState().removedKey).toBeUndefined())
  expect(useToastStore.getState().toasts.map(({ text }) => text)).toEqual([
    'Three.',
    'Two.',
    'One.',
  ])
})

test('a key is not stored when a person cancels before the service responds', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  let hasResponded = false
  let respond: () => void = () => undefined
  const isCanceled = new Promise<void>((resolve) => {
    respond = resolve
  })
  network.use(
    http.get('*/v1/me', async ({ request }) => {
      if (!request.headers.get('Authorization')?.includes(keys.viewer)) return undefined
      await isCanceled
      hasResponded = true
      return HttpResponse.json({
        clientId: 'c-viewer',
        name: 'Demo viewer',
        scopes: ['read'],
        boards: [{ workspaceId: '12', organizationId: '1', role: 'viewer' }],
        answering: null,
      })
    }),
  )
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Add key' }))
  await pasteInto(user, await screen.findByLabelText('API key'), keys.viewer)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  respond()
  await waitFor(() => expect(hasResponded).toBe(true))
  await screen.findByRole('article', { name: /^#101/ })
  expect(keyNames()).toEqual(['Demo member'])
})
