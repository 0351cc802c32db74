import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

test('a link opens its card, or shows "Card not on this board" when the board doesn’t have the card', async () => {
  const { keys } = await start()
  window.history.replaceState(null, '', '/?w=12&card=115')
  const { user } = await connect(keys.member)
  expect(
    await screen.findByRole('dialog', { name: '#115 Reject expired invitations' }),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(window.location.search).toBe('?w=12')
  window.history.pushState(null, '', '/?w=12&card=9999')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('dialog', { name: 'Card not on this board' })).toBeTruthy()
})
