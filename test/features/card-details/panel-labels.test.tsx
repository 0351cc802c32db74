import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { labelRemoved, labelsRestored } from '#messages/label-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import { useUndoStore } from '#state/undo-store.ts'
import { connect, pageOverService, untilTraversed } from '#test/support/page.tsx'
import { withoutLabelRole } from '#test/support/steps.ts'

const { start, requests, network } = pageOverService()

const CARD = '#101 Rotate signing keys'

async function openPanel(secret: string) {
  const { user } = await connect(secret)
  const card = await screen.findByRole('article', { name: CARD })
  card.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('group', { name: 'Labels' })
  return { user, panel: screen.getByRole('group', { name: 'Labels' }) }
}

const patches = () => requests.filter((request) => request.startsWith('PATCH'))

test('a click on a label in the panel removes nothing, and its cross removes it with Undo', async () => {
  const { keys } = await start()
  const { user, panel: labels } = await openPanel(keys.member)
  await user.click(await within(labels).findByText('security'))
  expect(patches()).toEqual([])
  await user.click(within(labels).getByRole('button', { name: 'Remove label security' }))
  const toasts = await screen.findByRole('region', { name: 'Notifications' })
  await within(toasts).findByText(labelRemoved(CARD, 'security'))
  expect(within(labels).queryByText('security')).toBeNull()
  await user.click(within(toasts).getByRole('button', { name: 'Undo' }))
  await within(labels).findByRole('button', { name: 'Remove label security' })
  await waitFor(() => expect(patches()).toHaveLength(2))
})

test('Control+Z takes back the last change of labels, and then the one before it', async () => {
  const { keys } = await start()
  const { user, panel: labels } = await openPanel(keys.member)
  await user.click(await within(labels).findByRole('button', { name: 'Remove label security' }))
  await screen.findByText(labelRemoved(CARD, 'security'))
  await user.click(within(labels).getByRole('button', { name: 'Add label' }))
  await user.click(await within(labels).findByRole('checkbox', { name: 'api' }))
  const undoable = () => useUndoStore.getState().changes.map(({ type }) => type)
  await waitFor(() => expect(undoable()).toEqual(['labels', 'labels']))
  // The focus is on the checkbox.
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText(labelsRestored(CARD))
  expect(within(labels).queryByRole('button', { name: 'Remove label api' })).toBeNull()
  expect(within(labels).queryByRole('button', { name: 'Remove label security' })).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  await within(labels).findByRole('button', { name: 'Remove label security' })
  expect(useUndoStore.getState().changes).toEqual([])
  await waitFor(() => expect(patches()).toHaveLength(4))
})

test('Escape in the search of an open panel ends the search, and then closes the panel', async () => {
  const { keys } = await start()
  const { user, panel } = await openPanel(keys.member)
  await within(panel).findByRole('button', { name: 'Add label' })
  await user.keyboard('l')
  const search = await within(panel).findByRole('searchbox')
  await user.type(search, 'sec')
  await user.keyboard('{Escape}')
  expect(within(panel).queryByRole('searchbox')).toBeNull()
  screen.getByRole('dialog')
  await untilTraversed(() => user.keyboard('{Escape}'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where the service states the role for labels, a viewer can’t change them, with the reason', async () => {
  const { keys } = await start()
  const { user, panel } = await openPanel(keys.viewer)
  const remove = await within(panel).findByRole('button', { name: 'Remove label security' })
  const add = within(panel).getByRole('button', { name: 'Add label' })
  for (const button of [remove, add]) {
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const reasonId = button.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(reasonId)?.textContent).toBe(needsRole('member', 'viewer'))
    await user.click(button)
  }
  await user.keyboard('l')
  expect(document.activeElement).toBe(add)
  expect(patches()).toEqual([])
  expect(within(panel).queryByRole('searchbox')).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: `Actions for ${CARD}` }))
  const item = await screen.findByRole('menuitem', { name: 'Edit labels' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})

test('once the service has refused a viewer’s label edit, every card says so and sends nothing [gap G18]', async () => {
  const running = await start()
  network.use(withoutLabelRole(running))
  const { user, panel } = await openPanel(running.keys.viewer)
  const remove = () => within(panel).getByRole('button', { name: 'Remove label security' })
  await within(panel).findByRole('button', { name: 'Remove label security' })
  expect(remove().getAttribute('aria-disabled')).toBeNull()
  await user.click(remove())
  await waitFor(() => expect(remove().getAttribute('aria-disabled')).toBe('true'))
  expect(patches()).toHaveLength(1)
  const reasonId = remove().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(reasonId)?.textContent).toContain('member')
  await user.click(remove())
  expect(patches()).toHaveLength(1)
})

test('the menu finds cards, boards, and commands without a key', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: CARD })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Find…' }))
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeTruthy()
})
