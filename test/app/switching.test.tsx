import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start, network } = pageOverService()

/** Every order of some things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((thing, index) => orders(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]))
}

/** Looks at the page after every change of it, and notes each moment in which cards of another board are there. */
function watchForForeignCards(): { faults: string[]; stop: () => void } {
  const faults: string[] = []
  const look = () => {
    const title = document.querySelector('h1')?.textContent ?? ''
    const shown = /\d+/.exec(title)?.[0]
    for (const card of document.querySelectorAll<HTMLElement>('[data-card-id]')) {
      // The demo's ids begin with the id of their board.
      const id = card.dataset.cardId ?? ''
      if (shown && /^\d/.test(id) && !id.startsWith(shown)) faults.push(`${id} under ${title}`)
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  return { faults, stop: () => observer.disconnect() }
}

describe('switching boards faster than the service answers', () => {
  test.each(orders(['first', 'second', 'third'] as const))(
    'never shows a card of another board, whatever comes late (%s, %s, %s)',
    async (...order) => {
      const { keys } = await start()
      const held: (() => void)[] = []
      network.use(
        http.get('*/v1/board', async () => {
          await new Promise<void>((resolve) => held.push(resolve))
          return undefined
        }),
      )
      const { user } = await connect(keys.everywhere)
      const watch = watchForForeignCards()
      const open = async (name: string) => {
        await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
        await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${name}`) }))
      }
      await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
      await waitFor(() => expect(held).toHaveLength(1))
      await open('Board 14')
      await waitFor(() => expect(held).toHaveLength(2))
      await open('Board 12')
      await waitFor(() => expect(held).toHaveLength(3))
      const index = { first: 0, second: 1, third: 2 }
      for (const which of order) await act(async () => held[index[which]]?.())
      await screen.findByRole('article', { name: /^#101 Rotate/ })
      await open('Board 14')
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Board 14'))
      for (const release of held) release()
      await screen.findByRole('heading', { level: 2, name: 'Intake' })
      watch.stop()
      expect(watch.faults).toEqual([])
    },
  )
})
