import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { movingInto } from '#messages/board-status-messages.ts'
import { moved, movedBack } from '#messages/move-messages.ts'
import {
  announced,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  focusedCard,
  holdRequests,
  openPage,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

/** The ends of all columns are in sight. */
const TALL_WINDOW = { viewport: { width: 1440, height: 2_400 } }

const SMALL_WINDOW = { viewport: { width: 1440, height: 420 } }

const scrollTopOf = (column: Locator) =>
  column.locator('[data-scroller]').evaluate((list) => list.scrollTop)

test('a drop does not scroll the column, and the toast shows the card', async () => {
  const { page } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  const queued = columnOf(page, 'Queued')
  await dragOver(page, cardOf(page, 104), queued)
  await page.mouse.up()
  await announced(page, moved('#104 Drop the legacy session table', 'Building', 'Queued'))
  expect(await scrollTopOf(queued)).toBe(0)
  await expect.poll(() => focusedCard(page)).toBe('104')
  const ring = () =>
    cardOf(page, 104).evaluate((card) => {
      const [animation] = card.getAnimations()
      const effect = animation?.effect instanceof KeyframeEffect ? animation.effect : undefined
      return String(effect?.getKeyframes()[0]?.outline)
    })
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await toasts.getByRole('button', { name: 'Show' }).click()
  await expect.poll(ring).toContain('2px')
  await expect.poll(() => scrollTopOf(queued)).toBeGreaterThan(100)
  await expect.poll(() => cardOf(page, 104).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('104')
  await page.keyboard.press('Control+z')
  await announced(page, movedBack('#104 Drop the legacy session table', 'Building', true))
})

test('a card that a key moves is scrolled to', async () => {
  const { page } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 105)
  await page.keyboard.press('[')
  await page.getByRole('region', { name: 'Notifications' }).waitFor()
  await expect.poll(() => cardOf(page, 105).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('105')
})

test('a rejected move leaves the column where it was', async () => {
  const { page } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  const review = columnOf(page, 'Review')
  await focusCardOf(page, 107)
  await review.locator('[data-scroller]').evaluate((list) => {
    list.scrollTop = 60
  })
  await page.keyboard.press(']')
  await announced(page, /^#107 .* not moved/)
  await expect.poll(() => scrollTopOf(review)).toBe(60)
  await expect.poll(() => cardOf(page, 107).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('107')
})

test('a refusal hides neither a later success nor its Undo', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await announced(page, /^#107 .* not moved/)
  await cardOf(page, 101).focus()
  await page.keyboard.press(']')
  await announced(page, moved('#101 Rotate signing keys', 'Queued', 'Building'))
  const toasts = page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]')
  const texts = await toasts.allInnerTexts()
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^#101 Rotate signing keys moved/)
  expect(texts[1]).toMatch(/^#107 .* not moved/)
  await toasts.first().getByRole('button', { name: 'Undo' }).click()
  await announced(page, movedBack('#101 Rotate signing keys', 'Queued', true))
})

function isInSight(card: Element): boolean {
  const list = card.closest('[data-scroller]')?.getBoundingClientRect()
  const { top, bottom } = card.getBoundingClientRect()
  return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
}

test.each([
  ['with cards', 102, 'Page through audit entries', ''],
  ['without cards', 122, 'Warn before a token expires', '#122'],
])(
  'a card that is dropped into a column %s is there from the next frame on, and the board renders after two frames',
  async (_, number, title, filter) => {
    const { page } = await openPage(running.browser, TALL_WINDOW)
    await signIn(page, running.board.url, running.board.keys.member)
    await page.getByRole('searchbox', { name: 'Filter cards' }).fill(filter)
    if (filter) await expect.poll(() => page.locator('article[data-card-number]').count()).toBe(1)
    await dragOver(page, cardOf(page, number), columnOf(page, 'Building'))
    await page.locator('[data-board][data-dragging]').waitFor()
    await page.evaluate(recordFramesAfterDrop, number)
    await page.mouse.up()
    await announced(page, moved(`#${number} ${title}`, 'Queued', 'Building'))
    await rendered(page)
    const frames = await page.evaluate<DropFrame[]>('frames')
    // The request leaves between the two.
    expect(frames.slice(0, 2).map(({ renders }) => renders)).toEqual([{}, {}])
    expect(frames.at(-1)?.renders).toHaveProperty('list')
    const [{ top = 0 } = {}] = frames
    expect(top).toBeGreaterThan(0)
    const places = frames.map(({ renders: _, ...place }) => place)
    expect(places).toEqual(frames.map(() => ({ columns: ['Building'], top, texts: [] })))
  },
)

test('a dropped card is marked for a moment also when the service answers at once', async () => {
  const { page } = await openPage(running.browser, TALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  await dragOver(page, cardOf(page, 121), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  await page.evaluate(slowDownFrames)
  await page.mouse.up()
  await expect
    .poll(() => cardOf(page, 121).evaluate((card) => card.getAnimations().length))
    .toBeGreaterThan(0)
  await expect.poll(() => focusedCard(page)).toBe('121')
})

test('a refused drop leaves the focus on its card also when the service answers at once', async () => {
  const { page } = await openPage(running.browser, TALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  const column = page.locator('section:has([data-card-number="107"]) h2')
  const source = columnOf(page, (await column.textContent()) ?? '')
  await dragOver(page, cardOf(page, 107), columnOf(page, 'Verified'))
  await page.locator('[data-board][data-dragging]').waitFor()
  await page.evaluate(slowDownFrames)
  await page.mouse.up()
  await announced(page, /^#107 .+ not moved: branch has conflicts/)
  await source.locator('[data-card-number="107"]').waitFor()
  await expect.poll(() => focusedCard(page)).toBe('107')
  expect(await cardOf(page, 107).getAttribute('tabindex')).toBe('0')
})

test('the undo of a drop leaves the focus on its card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 109)
  await dragOver(page, cardOf(page, 111), columnOf(page, 'Review'))
  await page.mouse.up()
  const name = '#111 Keyboard focus is lost after closing a menu'
  await announced(page, moved(name, 'Queued', 'Review'))
  await expect.poll(() => focusedCard(page)).toBe('111')
  await page.keyboard.press('Control+z')
  await announced(page, movedBack(name, 'Queued', true))
  await rendered(page)
  expect(await focusedCard(page)).toBe('111')
})

/** Each frame that is asked for before the next response comes 150 ms late. */
function slowDownFrames(): void {
  const { requestAnimationFrame, fetch } = window
  let isWaiting = true
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    isWaiting = false
    return response
  }
  window.requestAnimationFrame = (act) => {
    if (!isWaiting) return requestAnimationFrame(act)
    setTimeout(() => requestAnimationFrame(act), 150)
    return 0
  }
}

interface DropFrame {
  /** Renders of parts of the board since the drop. */
  renders: Readonly<Record<string, number>>
  /** The columns in which the card is. */
  columns: (string | undefined)[]
  /** Of the card, in pixels. */
  top: number
  /** What the column says besides its cards. */
  texts: (string | null)[]
}

/** Puts into `window.frames` what each frame after a drop shows of a card. */
function recordFramesAfterDrop(number: number): void {
  const frames: DropFrame[] = []
  Reflect.set(window, 'frames', frames)
  const look = () => {
    const cards = [...document.querySelectorAll(`[data-card-number="${number}"]`)]
    frames.push({
      renders: { ...globalThis.renderCounts },
      columns: cards.map((card) => card.closest('section')?.querySelector('h2')?.textContent),
      top: Math.round(cards[0]?.getBoundingClientRect().top ?? 0),
      texts: [...(cards[0]?.closest('[data-scroller]')?.querySelectorAll(':scope > p') ?? [])]
        .filter((text) => text.checkVisibility({ visibilityProperty: true }))
        .map((text) => text.textContent),
    })
    requestAnimationFrame(look)
  }
  const begin = () => {
    globalThis.renderCounts = {}
    requestAnimationFrame(look)
  }
  window.addEventListener('mouseup', begin, { capture: true, once: true })
}

test('a card that is dropped below what is in sight is named in the head of its column', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  // The first one: the others can be below what is in sight, where the list keeps no cards.
  const first = columnOf(page, 'Building').locator('article').first()
  const number = Number(await first.getAttribute('data-card-number'))
  await focusCardOf(page, number)
  const release = await holdRequests(page, '**/v1/cards/*')
  await page.keyboard.press(']')
  const news = columnOf(page, 'Review').getByText(movingInto([number]))
  await expect.poll(() => news.evaluate((text) => getComputedStyle(text).opacity)).toBe('1')
  release()
  await news.waitFor({ state: 'detached' })
})
