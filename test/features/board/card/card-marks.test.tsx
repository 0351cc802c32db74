import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CardMarks } from '#features/board/card/card-marks.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

describe('a change of a mark', () => {
  function markedCards() {
    const marks = new CardMarks()
    const told: string[] = []
    for (const id of ['1', '2', '3']) marks.follow(id, () => told.push(`${id}: ${marks.of(id)}`))
    return { marks, takeTold: () => told.splice(0) }
  }

  test('tells the cards that get it and those that lose it, and no others', () => {
    const { marks, takeTold } = markedCards()
    marks.set('selected', new Set(['1', '2']))
    expect(takeTold()).toEqual(['1: selected', '2: selected'])
    marks.set('selected', new Set(['2', '3']))
    expect(takeTold()).toEqual(['1: ', '3: selected'])
    marks.set('selected', new Set(['2', '3']))
    expect(takeTold()).toEqual([])
    marks.set('open', new Set(['3']))
    expect(takeTold()).toEqual(['3: open selected'])
  })

  test('tells a card whose element was replaced, and not the old element', () => {
    const marks = new CardMarks()
    let [old, next] = [0, 0]
    const end = marks.follow('1', () => {
      old += 1
    })
    marks.follow('1', () => {
      next += 1
    })
    end()
    marks.set('followed', new Set(['1']))
    expect([old, next]).toEqual([0, 1])
  })
})

/** How often each part of a card renders from now on. */
function countRenders(): Record<string, number> {
  const counts: Record<string, number> = {}
  globalThis.renderCounts = counts
  onTestFinished(() => {
    globalThis.renderCounts = undefined
  })
  return counts
}

test('an arrow key renders the elements of two cards, and nothing that is in a card', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const first = await screen.findByRole('article', { name: /^#101/ })
  first.focus()
  await waitFor(() => expect(first.tabIndex).toBe(0))
  const counts = countRenders()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(first.tabIndex).toBe(-1))
  expect(document.activeElement?.getAttribute('tabindex')).toBe('0')
  expect(counts).toEqual({ 'card element': 2 })
})

test('a selection renders nothing that is in a card, and its mark goes with it', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const card = () => screen.getByRole('article', { name: /^#101/ })
  ;(await screen.findByRole('article', { name: /^#101/ })).focus()
  const counts = countRenders()
  await user.keyboard('x')
  await waitFor(() => expect(card().dataset.selected).toBe(''))
  expect(counts.card).toBeUndefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(card().dataset.selected).toBeUndefined())
})
