import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { connect, pageOverService } from '#test/support/page.tsx'

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
})
