import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { moved } from '#messages/move-messages.ts'
import { announcement, connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

describe('typing in the menu', () => {
  test('focuses the column whose name begins with the typed text', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#104/ })
    card.focus()
    await user.keyboard('m')
    // The next column that the card can move to.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Review'))
    await user.keyboard('que')
    expect(document.activeElement?.textContent).toBe('Queued')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(announcement()).toBe(
        moved('#104 Drop the legacy session table', 'Building', 'Queued'),
      ),
    )
  })

  test('treats a space as part of the text when a column name contains one', async () => {
    const running = await start()
    await running.db.updateTable('stages').set({ name: 'In work' }).where('id', '=', 1201).execute()
    await running.db
      .updateTable('stages')
      .set({ name: 'In review' })
      .where('id', '=', 1203)
      .execute()
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#104/ })
    card.focus()
    await user.keyboard('m')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('In review'))
    await user.keyboard('in w')
    expect(document.activeElement?.textContent).toBe('In work')
    expect(screen.getByRole('menu')).toBeTruthy()
  })
})
