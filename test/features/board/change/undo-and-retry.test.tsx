import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { noResultMatches } from '#messages/command-messages.ts'
import {
  confirmIrreversibleMove,
  irreversibleMove,
  NOTHING_TO_UNDO,
  withOtherKey,
} from '#messages/interaction-messages.ts'
import { moved, movedBack, notMoved, notSent } from '#messages/move-messages.ts'
import { needsRole, switchToKey } from '#messages/permission-messages.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { announcement, cardsIn, connect, pageOverService, pasteInto } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

const patches = () => requests.filter((line) => line.startsWith('PATCH'))

describe('undo', () => {
  test('reverses the last move with a second move when a person clicks Undo', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(announcement()).toBe(movedBack('#101 Rotate signing keys', 'Queued', true)),
    )
    expect(cardsIn('Queued')).toContain(101)
    expect(patches()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('reverses one move per Ctrl+Z until no moves are left', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#102/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#102 Page through audit entries', 'Queued', 'Building')),
    )
    await user.keyboard(']')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#102 Page through audit entries', 'Building', 'Review')),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() =>
      expect(announcement()).toBe(movedBack('#102 Page through audit entries', 'Building', true)),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() =>
      expect(announcement()).toBe(movedBack('#102 Page through audit entries', 'Queued', true)),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(announcement()).toBe(NOTHING_TO_UNDO))
    expect(patches()).toHaveLength(4)
  })

  test('shows the required role when the key can no longer move the card back', async () => {
    const { keys, db } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
    await db.updateTable('stages').set({ min_role: 'maintainer' }).where('id', '=', 1_201).execute()
    await db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await within(screen.getByRole('region', { name: 'Queued' })).findByText('Needs maintainer')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() =>
      expect(announcement()).toBe(
        notSent('#101 Rotate signing keys', 'Queued', needsRole('maintainer', 'member')),
      ),
    )
    expect(cardsIn('Building')).toContain(101)
  })
})

test('"Try again" repeats the refused move when a person selects it', async () => {
  const { keys, db } = await start()
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#106/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(
      notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed'),
    ),
  )
  await db.deleteFrom('gate_facts').execute()
  await user.click(screen.getByRole('button', { name: /^Actions for #106/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Try again' }))
  await waitFor(() =>
    expect(announcement()).toBe(moved('#106 Retry webhooks with backoff', 'Review', 'Verified')),
  )
  expect(within(screen.getByRole('article', { name: /^#106/ })).queryByText('Blocked')).toBeNull()
})

test('"Try again" repeats the refused move from the panel of a blocked card', async () => {
  const { keys, db } = await start()
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#106/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(
      notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed'),
    ),
  )
  await db.deleteFrom('gate_facts').execute()
  card.focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Try again: move to Verified' }))
  await waitFor(() =>
    expect(announcement()).toBe(moved('#106 Retry webhooks with backoff', 'Review', 'Verified')),
  )
})

test('a move that is not allowed offers another stored key, and switches only when a person selects it', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  await screen.findByRole('article', { name: /^#101/ })
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Add key' }))
  await pasteInto(user, await screen.findByLabelText('API key'), keys.member)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByRole('button', { name: 'Workspace Storefront member' })
  const card = await screen.findByRole('article', { name: /^#112/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(
      notSent(
        '#112 Upgrade the TLS library',
        'Staging',
        withOtherKey(needsRole('maintainer', 'member'), 'Demo maintainer'),
      ),
    ),
  )
  expect(patches()).toEqual([])
  await user.click(screen.getByRole('button', { name: switchToKey('Demo maintainer') }))
  await screen.findByRole('button', { name: 'Workspace Storefront maintainer' })
  expect(patches()).toEqual([])
  await waitFor(() => expect(document.activeElement?.getAttribute('data-card-number')).toBe('112'))
})

test('an irreversible move shows a warning in the menu, and before the shortcut moves the card', async () => {
  const { keys, db } = await start()
  await db.updateTable('stages').set({ min_role: 'maintainer' }).where('id', '=', 1_201).execute()
  const { user } = await connect(keys.member)
  const warning = irreversibleMove('Queued', 'Building')
  await user.click(await screen.findByRole('button', { name: /^Actions for #101/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  expect(await screen.findByText(warning)).toBeTruthy()
  await user.keyboard('{Escape}')
  screen.getByRole('article', { name: /^#101/ }).focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(confirmIrreversibleMove(warning, '#101 Rotate signing keys')),
  )
  expect(patches()).toEqual([])
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
  )
})

test('G then L opens the labels dialog also from a focused card, where L alone opens the card panel', async () => {
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

test('the command palette finds a command by its name, and lists the commands of the focused card first', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  // The keys of a card act once their code is there.
  await waitFor(() => expect(useBoardUiStore.getState().focusedCard).toBe('12000001'))
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  const actions = within(palette).getByRole('group', { name: 'Actions' })
  expect(within(actions).getAllByRole('option')[0]?.textContent).toContain(
    'Move #101 Rotate signing keys to…',
  )
  expect(document.activeElement).toBe(within(palette).getByRole('searchbox'))
  await user.keyboard('refresh key perm')
  expect(within(palette).getAllByRole('option')).toHaveLength(1)
  await user.clear(within(palette).getByRole('searchbox'))
  await user.keyboard('visible{Enter}')
  await screen.findByRole('dialog', { name: 'Label visible cards' })
})

test.each([
  ['number', '114', '#114 Stream exports instead of building them in memory'],
  ['title', 'stream exp', '#114 Stream exports instead of building them in memory'],
  ['assignee', 'jonas retry', '#106 Retry webhooks with backoff'],
])('the command palette finds a card by its %s, and opens it', async (_, text, expected) => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard(text)
  const cards = await within(palette).findByRole('group', { name: 'Cards' })
  expect(within(cards).getAllByRole('option')[0]?.textContent).toContain(expected)
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: expected })
})

test('the command palette says when nothing matches', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('nothing like it')
  await within(palette).findByText(noResultMatches('nothing like it'))
  const statuses = within(palette)
    .getAllByRole('status')
    .map((node) => node.textContent)
  expect(statuses.join('')).toContain('nothing like it')
})
