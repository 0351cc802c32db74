import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useAskedStore } from '#state/asked-store.ts'
import { useUndoStore } from '#state/undo-store.ts'
import { cardsIn, connect, pageOverService, spoken } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

const patches = () => requests.filter((line) => line.startsWith('PATCH'))

describe('undo', () => {
  test('by the button takes the last move back, as a move of its own', async () => {
    const { keys } = await start()
    useUndoStore.setState({ done: [] })
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Building to Queued.'))
    expect(cardsIn('Queued')).toContain(101)
    expect(patches()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('by Ctrl+Z, one move after the other, until there is none', async () => {
    const { keys } = await start()
    useUndoStore.setState({ done: [] })
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#102/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(() => expect(spoken()).toContain('moved from Queued to Building'))
    await user.keyboard(']')
    await waitFor(() => expect(spoken()).toContain('moved from Building to Review'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(spoken()).toContain('moved from Review to Building'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(spoken()).toContain('moved from Building to Queued'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(spoken()).toBe('There is no move to undo.'))
    expect(patches()).toHaveLength(4)
  })

  test('is judged like any other move', async () => {
    const { keys, db } = await start()
    useUndoStore.setState({ done: [] })
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(() => expect(spoken()).toContain('moved from Queued to Building'))
    await db.updateTable('stages').set({ min_role: 'maintainer' }).where('id', '=', 1_201).execute()
    await db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await within(screen.getByRole('region', { name: 'Queued' })).findByText('Needs maintainer')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(spoken()).toContain('not moved to Queued. Needs maintainer.'))
    expect(cardsIn('Building')).toContain(101)
  })
})

test('"Try again" asks once more for the column that was refused', async () => {
  const { keys, db } = await start()
  useAskedStore.setState({ asked: {} })
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#106/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(spoken()).toContain('not moved: checks are red'))
  await db.deleteFrom('gate_facts').execute()
  await user.click(screen.getByRole('button', { name: /^Actions for #106/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Try again' }))
  await waitFor(() => expect(spoken()).toBe('#106 Retry webhooks with backoff moved from Review to Verified.'))
  expect(within(screen.getByRole('article', { name: /^#106/ })).queryByText('Blocked')).toBeNull()
})

test('"Try again" is in the panel of a blocked card too', async () => {
  const { keys, db } = await start()
  useAskedStore.setState({ asked: {} })
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#106/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(spoken()).toContain('not moved: checks are red'))
  await db.deleteFrom('gate_facts').execute()
  card.focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Try again: move to Verified' }))
  await waitFor(() => expect(spoken()).toBe('#106 Retry webhooks with backoff moved from Review to Verified.'))
})

test('a refusal offers the other held key that could, and switches only when asked', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  await screen.findByRole('article', { name: /^#101/ })
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Add key' }))
  await user.type(await screen.findByLabelText('API key'), keys.member)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByRole('button', { name: 'Workspace Board 12 member' })
  const card = await screen.findByRole('article', { name: /^#112/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(spoken()).toBe(
      '#112 Upgrade the TLS library not moved to Staging. Needs maintainer. Your key is member on this board. Your key Demo maintainer could.',
    ),
  )
  expect(patches()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Switch to Demo maintainer' }))
  await screen.findByRole('button', { name: 'Workspace Board 12 maintainer' })
  expect(patches()).toEqual([])
  await waitFor(() => expect(document.activeElement?.getAttribute('data-card-number')).toBe('112'))
})

test('a move that this key could not take back says so first: in the menu, and before a key moves', async () => {
  const { keys, db } = await start()
  await db.updateTable('stages').set({ min_role: 'maintainer' }).where('id', '=', 1_201).execute()
  const { user } = await connect(keys.member)
  const words = 'Queued → Building is open to you, Building → Queued is not.'
  await user.click(await screen.findByRole('button', { name: /^Actions for #101/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await user.keyboard('{Escape}')
  screen.getByRole('article', { name: /^#101/ }).focus()
  await user.keyboard(']')
  await waitFor(() => expect(spoken()).toBe(`${words} Press the key again to move #101 Rotate signing keys.`))
  expect(patches()).toEqual([])
  await user.keyboard(']')
  await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
})

test('G then L opens the labels, also from a card, where L alone opens the card’s', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('gl')
  await screen.findByRole('dialog', { name: 'Labels' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  card.focus()
  await user.keyboard('l')
  await screen.findByRole('dialog', { name: /^#101/ })
})

test('Ctrl+K finds a command by typing; those of the focused card come first', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Control>}k{/Control}')
  const menu = await screen.findByRole('menu', { name: 'Commands' })
  expect(within(menu).getAllByRole('menuitem')[0]?.textContent).toBe('Move #101 Rotate signing keys to…')
  await user.keyboard('l')
  await user.type(screen.getByRole('searchbox', { name: 'Find a command' }), 'abels{Enter}')
  await screen.findByRole('dialog', { name: 'Labels' })
})
