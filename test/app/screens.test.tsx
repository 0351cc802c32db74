import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { movedBack, notMoved } from '#messages/move-messages.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { announcement, connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

test('the header stays when a board opens', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  const choice = await screen.findByRole('button', { name: /^Storefront/ })
  const header = screen.getByRole('banner')
  await user.click(choice)
  await screen.findByRole('article', { name: /^#101/ })
  expect(screen.getByRole('banner')).toBe(header)
})

test('the focus goes to the card when a person selects Undo in the toast', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard(']')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await user.click(screen.getByRole('searchbox', { name: 'Filter cards' }))
  await waitFor(() => expect(useBoardUiStore.getState().isCardFocused).toBe(false))
  await user.click(undo)
  await waitFor(() =>
    expect(announcement()).toBe(movedBack('#101 Rotate signing keys', 'Queued', true)),
  )
  expect(document.activeElement?.getAttribute('data-card-number')).toBe('101')
})

test('a web page in response to a move is named as the reason', async () => {
  const { keys } = await start(
    http.patch('*/v1/cards/101', () =>
      HttpResponse.html('<!doctype html><p>Forbidden</p>', { status: 403 }),
    ),
  )
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(announcement()).toMatch(/It returned a web page with status 403/))
  expect(announcement()).toContain(notMoved('#101 Rotate signing keys', '').slice(0, -2))
})

test('letters that are typed into a field do not begin a shortcut', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'g')
  screen.getByRole('article', { name: /^#101/ }).focus()
  await user.keyboard('l')
  await screen.findByRole('dialog', { name: /^#101/ })
  expect(screen.queryByRole('dialog', { name: 'Labels' })).toBeNull()
})
