import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { by } from '#messages/activity-entry-messages.ts'
import { moreCards } from '#messages/board-messages.ts'
import { LABELS_CHANGED } from '#messages/diff-messages.ts'
import {
  announced,
  boxOf,
  columnOf,
  dragOver,
  focusedCard,
  openPage,
  refresh,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

declare global {
  /** Numbers of options in the palette, after each change of the page. */
  var optionCounts: number[] | undefined
}

const running = endToEnd(['--demo-cards', '10000'])

/** Renders since the last call. */
function renders(page: Page): Promise<{ card: number; column: number; list: number }> {
  return page.evaluate(() => {
    const { card = 0, column = 0, list = 0 } = globalThis.renderCounts ?? {}
    globalThis.renderCounts = {}
    return { card, column, list }
  })
}

async function cardRenders(page: Page): Promise<number> {
  return (await renders(page)).card
}

test('a board with 10,000 cards has few elements and renders only the cards that change, with the CPU slowed 4×', async () => {
  const { page } = await openPage(running.browser)
  await page.addInitScript(() => {
    globalThis.renderCounts = {}
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  expect(await page.locator('section[data-status-id]').count()).toBe(12)
  const cardCount = await page
    .locator('section[data-status-id] [data-column-head] span')
    .evaluateAll((spans) =>
      spans.reduce(
        (sum, span) => sum + (/^\d+$/.test(span.textContent ?? '') ? Number(span.textContent) : 0),
        0,
      ),
    )
  expect(cardCount).toBe(10_000)
  // A screen reader meets only the cards that exist.
  expect(await columnOf(page, 'Intake').getByText(moreCards(1, false)).count()).toBe(1)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_800)

  // The columns that were not in the first frame.
  await expect.poll(() => page.locator('section[data-status-id]:has(article)').count()).toBe(12)
  await rendered(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const card = columnOf(page, 'Intake').locator('article').nth(1)
  const number = await card.getAttribute('data-card-number')
  const from = await boxOf(card)
  await page.mouse.move(from.x + 40, from.y + 40)
  await cardRenders(page)
  await page.mouse.down()
  await page.mouse.move(from.x + 50, from.y + 44, { steps: 4 })
  await page.locator('[data-board][data-dragging]').waitFor()
  expect(await renders(page)).toEqual({ card: 0, column: 0, list: 0 })
  for (const name of ['Triage', 'Ready', 'Triage']) {
    const to = await boxOf(columnOf(page, name))
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 10 })
    await columnOf(page, name).getByText(`Move to ${name}`).waitFor()
  }
  expect(await renders(page)).toEqual({ card: 0, column: 0, list: 0 })
  await page.mouse.up()
  await announced(page, new RegExp(`^#${number} .+ moved from Intake to Triage\\.$`))
  await expect.poll(() => focusedCard(page)).toBe(number)

  // A drop renders only the moved card. The filter leaves so few cards that the drop scrolls
  // nothing.
  await page.getByRole('searchbox', { name: 'Filter cards' }).fill('#123')
  await expect.poll(() => page.locator('article[data-card-number]').count()).toBeLessThan(30)
  expect(await page.getByText(moreCards(1, false)).count()).toBe(0)
  const filteredCard = page.locator('section:has(article)').first().locator('article').first()
  const filteredNumber = await filteredCard.getAttribute('data-card-number')
  const sourceName = await filteredCard.evaluate(
    (element) => element.closest('section')?.querySelector('h2')?.textContent,
  )
  const targetName = sourceName === 'Ready' ? 'Branch' : 'Ready'
  await dragOver(page, filteredCard, columnOf(page, targetName))
  await page.locator('[data-board][data-dragging]').waitFor()
  await cardRenders(page)
  await page.mouse.up()
  await columnOf(page, targetName).locator(`[data-card-number="${filteredNumber}"]`).waitFor()
  const dropped = await renders(page)
  expect(dropped.card).toBeLessThanOrEqual(3)
  // The columns that the card leaves and enters, while it's moving and once it has moved.
  expect(dropped.column).toBeLessThanOrEqual(6)
  expect(dropped.list).toBeLessThanOrEqual(6)
  await announced(
    page,
    new RegExp(`^#${filteredNumber} .+ moved from ${sourceName} to ${targetName}\\.$`),
  )
  await page.getByRole('searchbox', { name: 'Filter cards' }).fill('')
  await expect.poll(() => page.locator('article[data-card-number]').count()).toBeGreaterThan(30)

  // Another client changes one visible card. The next load renders only that card.
  const visibleCard = columnOf(page, 'Ready').locator('article').nth(2)
  const visibleNumber = Number(await visibleCard.getAttribute('data-card-number'))
  await refresh(page)
  await cardRenders(page)
  const change = { labelIds: ['1201', '1205'] }
  expect(await patchCardElsewhere(running.board, visibleNumber, change)).toBe(200)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await visibleCard.getByText('frontend').waitFor()
  await visibleCard.getByText(by(LABELS_CHANGED, ['Demo maintainer'])).waitFor()
  // Once with the change, and once with who it was.
  expect(await cardRenders(page)).toBe(2)
})

test.each([
  ['loads and reads each later version of a large board', true],
  ['is replaced by the page when it can’t be loaded', false],
])('the worker %s', async (_, isAvailable) => {
  const { page } = await openPage(running.browser, {}, /./)
  await page.addInitScript(() => {
    const { parse } = JSON
    Reflect.set(window, 'parsedBoards', 0)
    JSON.parse = (text, reviver) => {
      if (text.length > 500_000)
        Reflect.set(window, 'parsedBoards', Reflect.get(window, 'parsedBoards') + 1)
      return parse(text, reviver)
    }
    const { text: readText } = Response.prototype
    Reflect.set(window, 'readBodies', 0)
    Response.prototype.text = async function text(this: Response) {
      const body = await readText.call(this)
      if (body.length > 500_000)
        Reflect.set(window, 'readBodies', Reflect.get(window, 'readBodies') + 1)
      return body
    }
  })
  if (!isAvailable) await page.route('**/assets/board-worker-*.js', (route) => route.abort())
  const failure = isAvailable
    ? undefined
    : page.waitForEvent('requestfailed', (request) => request.url().includes('board-worker'))
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  const parsedBoards = () => page.evaluate<number>('parsedBoards')
  expect(await parsedBoards()).toBe(1)
  if (isAvailable) {
    await expect.poll(() => page.workers().length).toBe(1)
    // Until it has read the first version.
    await page.workers()[0]?.evaluate(() => undefined)
  }
  await failure
  const card = columnOf(page, 'Ready').locator('article').nth(3)
  const number = Number(await card.getAttribute('data-card-number'))
  for (const [labelId, name] of [
    ['1205', 'frontend'],
    ['1201', 'bug'],
  ]) {
    const change = { labelIds: [labelId] }
    expect(await patchCardElsewhere(running.board, number, change)).toBe(200)
    await refresh(page)
    await expect.poll(() => card.innerText()).toContain(name)
  }
  expect(await parsedBoards()).toBe(isAvailable ? 1 : 3)
  // Receiving three megabytes holds up the page, too.
  expect(await page.evaluate<number>('readBodies')).toBe(isAvailable ? 1 : 3)
})

test('a board with 10,000 cards and 500 labels renders few rows in the label manager, and no cards when the label picker opens', async () => {
  const { page } = await openPage(running.browser)
  await page.addInitScript(() => {
    globalThis.renderCounts = {}
  })
  await page.route('**/v1/labels', async (route) => {
    const response = await route.fetch()
    const ownLabels = await response.json()
    const extraLabels = Array.from({ length: 500 - ownLabels.length }, (_, index) => ({
      id: String(90_000 + index),
      name: `area ${index}`,
      color: 'teal',
      taskCount: index,
    }))
    await route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify([...ownLabels, ...extraLabels]),
    })
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  await refresh(page)
  await cardRenders(page)

  await page.getByRole('button', { name: 'Labels' }).click()
  const manager = page.getByRole('dialog', { name: 'Labels' })
  await manager
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor()
  expect(await manager.getByRole('listitem').count()).toBeLessThan(40)
  const rowRenders = () => page.evaluate(() => globalThis.renderCounts?.['label row'] ?? 0)
  const rowRendersBefore = await rowRenders()
  await manager.getByRole('searchbox').fill('area 4')
  await manager.getByRole('button', { name: 'Edit area 4', exact: true }).waitFor()
  expect((await rowRenders()) - rowRendersBefore).toBeLessThan(40)
  await manager.getByRole('searchbox').fill('')
  // The last of the 500 labels appears after scrolling.
  await manager
    .locator('[data-scroller]')
    .evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect
    .poll(() => manager.getByRole('listitem').last().getAttribute('aria-posinset'))
    .toBe('500')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await manager.waitFor({ state: 'detached' })

  await columnOf(page, 'Intake').locator('article').nth(1).focus()
  await cardRenders(page)
  await page.keyboard.press('l')
  const picker = page.getByRole('group', { name: 'Labels' })
  await picker.getByRole('checkbox').first().waitFor()
  expect(await picker.getByRole('checkbox').count()).toBeLessThan(40)
  await page.keyboard.type('area 49')
  await picker.getByRole('checkbox', { name: 'area 49', exact: true }).waitFor()
  expect(await cardRenders(page)).toBe(0)
})

test('the palette opens with what fits into it, and the rest of the commands follows', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  await page.evaluate(() => {
    globalThis.optionCounts = []
    new MutationObserver(() => {
      const count = document.querySelectorAll('[role="option"]').length
      if (count > 0) globalThis.optionCounts?.push(count)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('Control+k')
  const options = page.getByRole('option')
  const isInView = await options.nth(11).evaluate((option) => {
    const list = option.closest('[role="listbox"]')?.getBoundingClientRect()
    return option.getBoundingClientRect().top < (list?.bottom ?? 0)
  })
  expect(isInView).toBe(false)
  await expect.poll(() => options.count()).toBeGreaterThan(30)
  const [first] = await page.evaluate(() => globalThis.optionCounts ?? [])
  expect(first).toBe(12)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => options.last().getAttribute('aria-selected')).toBe('true')
})
