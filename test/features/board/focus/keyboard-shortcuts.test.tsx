import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { moved, movedBack } from '#messages/move-messages.ts'
import { announcement, connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

describe('keyboard shortcuts', () => {
  test('an arrow key moves the focus to the board when nothing has the focus', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    // Until the code that answers keys is there.
    await waitFor(() => expect(card.tabIndex).toBe(0))
    act(() => (document.activeElement as HTMLElement).blur())
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{ArrowDown}')
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('data-card-number')).toBe('101'),
    )
  })

  test('still work after a click in the header', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Filter cards' }))
  })

  test('L opens the focused card and moves the focus to its labels', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('l')
    const labels = await screen.findByRole('group', { name: 'Labels' })
    await waitFor(() => expect(labels.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
  })

  test('work on a Cyrillic keyboard, by the places of the keys', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    await waitFor(() => expect(card.tabIndex).toBe(0))
    card.focus()
    fireEvent.keyDown(card, { key: 'ь', code: 'KeyM' })
    await screen.findByRole('menu', { name: /^Move #101/ })
    await user.keyboard('{Escape}')
    fireEvent.keyDown(card, { key: 'ъ', code: 'BracketRight' })
    const name = '#101 Rotate signing keys'
    await waitFor(() => expect(announcement()).toBe(moved(name, 'Queued', 'Building')))
    fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true })
    await waitFor(() => expect(announcement()).toBe(movedBack(name, 'Queued', true)))
    fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true })
    await screen.findByRole('dialog', { name: 'Command palette' })
  })
})
