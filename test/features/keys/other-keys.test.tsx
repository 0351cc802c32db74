import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { switchToKey } from '#messages/permission-messages.ts'
import { connect, pageOverService, pasteInto } from '#test/support/page.tsx'

const { start } = pageOverService()

/** A viewer who has a key of a maintainer too. */
async function connectBoth() {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  await screen.findByRole('article', { name: /^#101/ })
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Add key' }))
  await pasteInto(user, await screen.findByLabelText('API key'), keys.viewer)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByRole('button', { name: 'Workspace Storefront viewer' })
  return user
}

const OFFER = { name: switchToKey('Demo maintainer') }

test('the read-only banner offers the other key', async () => {
  const user = await connectBoth()
  await user.click(await screen.findByRole('button', OFFER))
  await screen.findByRole('button', { name: 'Workspace Storefront maintainer' })
  expect(screen.queryByRole('button', OFFER)).toBeNull()
})

test('the Labels dialog offers the other key', async () => {
  const user = await connectBoth()
  await user.click(screen.getByRole('button', { name: 'Labels' }))
  const dialog = await screen.findByRole('dialog', { name: 'Labels' })
  expect(await within(dialog).findByRole('button', OFFER)).toBeTruthy()
})

test('the panel of a card that can’t be moved offers the other key', async () => {
  const user = await connectBoth()
  await user.click(await screen.findByRole('article', { name: /^#101/ }))
  const panel = await screen.findByRole('dialog', { name: /^#101/ })
  await user.click(within(panel).getByRole('button', OFFER))
  await screen.findByRole('button', { name: 'Workspace Storefront maintainer' })
})
