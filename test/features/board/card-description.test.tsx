import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

/** What a screen reader says after the name. */
function descriptionOf(card: HTMLElement): string {
  const ids = card.getAttribute('aria-describedby')?.split(' ') ?? []
  const parts = ids.map((id) => {
    const element = document.getElementById(id)
    const images = [...(element?.querySelectorAll('[aria-label]') ?? [])]
    const names = [element, ...images].map((image) => image?.getAttribute('aria-label') ?? '')
    return [element?.textContent, ...names].join(' ')
  })
  return parts.join(' ')
}

test('the description of a card has its reason for being blocked, its priority, its labels, and its assignee', async () => {
  const { keys } = await start()
  await connect(keys.member)
  const card = await screen.findByRole('article', { name: '#115 Reject expired invitations' })
  await within(card).findByText('security')
  const description = descriptionOf(card)
  expect(description).toContain('Blocked')
  expect(description).toContain('checks are red: end-to-end failed')
  expect(description).toContain('high')
  expect(description).toContain('security')
  expect(description).toContain('Priya Nair')
  const parts = card.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(parts.every((id) => document.getElementById(id) !== null)).toBe(true)
})
