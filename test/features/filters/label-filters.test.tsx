import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { HIDE_CARDS_WITH_LABELS } from '#messages/filter-messages.ts'
import {
  columnsFilled,
  connect,
  NOT_SPOKEN,
  pageOverService,
  type User,
} from '#test/support/page.tsx'
import { labelsOnServer } from '#test/support/steps.ts'

const { start } = pageOverService()

async function openBoard() {
  const running = await start()
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await columnsFilled()
  const labels = Object.values(await labelsOnServer(running))
  const countWith = (test: (ids: readonly string[]) => boolean) => labels.filter(test).length
  return { user, countWith }
}

const cards = () => screen.getAllByRole('article')
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove filter / }).map((chip) => chip.textContent)
const labelsOf = (card: HTMLElement) =>
  [...card.querySelectorAll('[data-filter^=labelIds]')].map(({ textContent }) => textContent)

async function choose(user: User, ...items: (string | RegExp)[]) {
  await user.click(screen.getByRole('button', { name: /^Filter( \d|$)/ }))
  for (const name of items) await user.click(await screen.findByRole('menuitemcheckbox', { name }))
  await user.keyboard('{Escape}')
}

describe('several labels', () => {
  test('are any of them at first, and all of them by a button and in the menu', async () => {
    const { user, countWith } = await openBoard()
    await choose(user, 'api', 'security')
    await screen.findByRole('button', { name: 'Any of 2 labels' })
    const isAny = (card: HTMLElement) => labelsOf(card).some((name) => /api|security/.test(name))
    const chosen = new URLSearchParams(window.location.search).get('label')?.split(',') ?? []
    expect(chosen).toHaveLength(2)
    const expected = countWith((ids) => chosen.some((id) => ids.includes(id)))
    await screen.findByText(`${expected} of 60 cards`, NOT_SPOKEN)
    expect(cards().every(isAny)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Any of 2 labels' }))
    const both = countWith((ids) => chosen.every((id) => ids.includes(id)))
    expect(both).toBeLessThan(expected)
    await screen.findByText(`${both} of 60 cards`, NOT_SPOKEN)
    for (const card of cards())
      expect(labelsOf(card)).toEqual(expect.arrayContaining(['api', 'security']))
    expect(chips()).toEqual(['api', 'security'])
    expect(new URLSearchParams(window.location.search).getAll('label')).toHaveLength(2)
    await choose(user, 'All of the chosen labels')
    await screen.findByText(`${expected} of 60 cards`, NOT_SPOKEN)
    screen.getByRole('button', { name: 'Any of 2 labels' })
  })

  test('that a card must not have hide it', async () => {
    const { user } = await openBoard()
    await choose(user, HIDE_CARDS_WITH_LABELS, 'not api')
    await waitFor(() => expect(chips()).toEqual(['not api']))
    await waitFor(() =>
      expect(
        cards()
          .flatMap(labelsOf)
          .filter((name) => name === 'api'),
      ).toEqual([]),
    )
    expect(window.location.search).toMatch(/label=(!|%21)/)
    await user.click(screen.getByRole('button', { name: 'Remove filter not api' }))
    await waitFor(() => expect(cards().flatMap(labelsOf)).toContain('api'))
  })
})

test('the menu of a card filters by its parts, for keyboards and fingers', async () => {
  const { user } = await openBoard()
  const card = screen.getByRole('article', { name: /^#101/ })
  await user.click(within(card).getByRole('button', { name: /^Actions for/ }))
  const group = within(await screen.findByRole('group', { name: 'Filter by' }))
  const names = () => group.getAllByRole('menuitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(names()).toEqual(['security', 'Ada Okafor', 'high']))
  await user.click(group.getByRole('menuitem', { name: 'Ada Okafor' }))
  await waitFor(() => expect(chips()).toHaveLength(1))
  screen.getByRole('button', { name: 'Remove filter Ada Okafor' })
})

describe('a click on a card', () => {
  test.each(['labelIds', 'assignees', 'priorities'])(
    'on a part for %s filters by it, and again or with Back no longer',
    async (field) => {
      const { user } = await openBoard()
      const card = screen.getByRole('article', { name: /^#101/ })
      const part = card.querySelector<HTMLElement>(`[data-filter^="${field} "]`)
      expect(part).not.toBeNull()
      if (!part) return
      const name = part.getAttribute('aria-label') ?? part.textContent
      expect(within(card).getByRole('button', { name: `Filter by ${name}` })).toBe(part)
      await user.click(part)
      await waitFor(() => expect(chips()).toHaveLength(1))
      expect(chips()[0]).toContain(part.textContent)
      const hasPart = (shown: HTMLElement) =>
        [...shown.querySelectorAll<HTMLElement>('[data-filter]')].some(
          ({ dataset }) => dataset.filter === part.dataset.filter,
        )
      await waitFor(() => expect(cards().filter((shown) => !hasPart(shown))).toEqual([]))
      expect(window.location.search).not.toContain('card=')
      expect(document.activeElement).toBe(card)
      await user.click(part)
      await waitFor(() => expect(chips()).toEqual([]))
      window.history.back()
      await waitFor(() => expect(chips()).toHaveLength(1))
    },
  )
})
