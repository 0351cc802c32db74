import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { MOVING } from '#messages/card-messages.ts'
import { moved, onBoard } from '#messages/move-messages.ts'
import { announcement, cardsIn, connect, pageOverService } from '#test/support/page.tsx'
import { columnOnServer } from '#test/support/steps.ts'

const { start, network } = pageOverService()

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

/** Records the cards of other boards that are on the page after any change of the DOM. */
function watchForForeignCards(): { foreignCards: string[]; stop: () => void } {
  const foreignCards: string[] = []
  const checkCards = () => {
    const title = document.querySelector('h1')?.textContent ?? ''
    const boardId = /\d+/.exec(title)?.[0]
    for (const card of document.querySelectorAll<HTMLElement>('[data-card-id]')) {
      // Card ids in the demo data begin with the id of their board.
      const id = card.dataset.cardId ?? ''
      if (boardId && /^\d/.test(id) && !id.startsWith(boardId))
        foreignCards.push(`${id} under ${title}`)
    }
  }
  const observer = new MutationObserver(checkCards)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  })
  return { foreignCards: foreignCards, stop: () => observer.disconnect() }
}

describe('switching boards before the responses arrive', () => {
  test.each(permutations(['first', 'second', 'third'] as const))(
    'never shows a card of another board when the responses arrive in the order %s, %s, %s',
    async (...order) => {
      const { keys } = await start()
      const releases: (() => void)[] = []
      network.use(
        http.get('*/v1/board', async () => {
          await new Promise<void>((resolve) => releases.push(resolve))
          return undefined
        }),
      )
      const { user } = await connect(keys.everywhere)
      const watch = watchForForeignCards()
      const openBoard = async (name: string) => {
        await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
        await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${name}`) }))
      }
      await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
      await waitFor(() => expect(releases).toHaveLength(1))
      await openBoard('Large board')
      await waitFor(() => expect(releases).toHaveLength(2))
      await openBoard('Storefront')
      await waitFor(() => expect(releases).toHaveLength(3))
      const index = { first: 0, second: 1, third: 2 }
      for (const position of order) await act(async () => releases[index[position]]?.())
      await screen.findByRole('article', { name: /^#101 Rotate/ })
      await openBoard('Large board')
      await waitFor(() =>
        expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Large board'),
      )
      for (const release of releases) release()
      await screen.findByRole('heading', { level: 2, name: 'Intake' })
      watch.stop()
      expect(watch.foreignCards).toEqual([])
    },
  )
})

test('a move is announced with its board’s name when the response arrives after a board switch', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const running = await start(
    http.patch('*/v1/cards/:number', async () => {
      await released
      return undefined
    }),
  )
  const { user } = await connect(running.keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() => expect(cardsIn('Building').at(-1)).toBe(101))
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Large board/ }))
  await screen.findByRole('heading', { level: 2, name: 'Intake' })
  expect(screen.queryByText(MOVING)).toBeNull()
  release()
  await waitFor(() =>
    expect(announcement()).toBe(
      onBoard('Storefront', moved('#101 Rotate signing keys', 'Queued', 'Building')),
    ),
  )
  expect(await columnOnServer(running, 101)).toBe('Building')
})
