import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { moved } from '#messages/move-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  centerOf,
  changeBoard,
  columnOf,
  createTouchInput,
  focusedCard,
  openPage,
  PHONE,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a tap outside a bottom sheet only closes the sheet, and a toast does not cover the moved card', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await signIn(page, running.board.url, running.board.keys.member)
  const actions = page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' })
  await actions.tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Building' }).waitFor()
  const cardBox = await boxOf(cardOf(page, 102))
  await page.touchscreen.tap(cardBox.x + 60, cardBox.y + 40)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  // A dialog opens in the next frame, so if the tap had reached the card, its panel would be open
  // by now.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.getByRole('dialog').count()).toBe(0)

  await actions.tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Building' }).tap()
  await announced(page, moved('#101 Rotate signing keys', 'Queued', 'Building'))
  await expect
    .poll(async () => {
      const [card, toastBox] = [
        await boxOf(cardOf(page, 101)),
        await boxOf(page.locator('[data-toast]')),
      ]
      return toastBox.y - (card.y + card.height)
    })
    .toBeGreaterThanOrEqual(0)
  const columnTabs = page.getByRole('navigation', { name: 'Columns' })
  await expect.poll(() => columnTabs.locator('[aria-current]').textContent()).toContain('Building')
})

test('the smallest phone shows the header in one row, and a toast that does not cover its card', async () => {
  const small = { ...PHONE, viewport: { width: 320, height: 640 } }
  const { page } = await openPage(running.browser, small)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor({ state: 'attached' })
  const buttons = await Promise.all(
    ['Labels', 'Refresh', 'More'].map((name) =>
      boxOf(page.getByRole('banner').getByRole('button', { name, exact: true })),
    ),
  )
  expect(new Set(buttons.map((box) => box.y)).size).toBe(1)

  const title = '#109 Fix time zone of the weekly report'
  await cardOf(page, 109).focus()
  await page.keyboard.press(']')
  await announced(page, moved(title, 'Queued', 'Building'))
  const gap = async () => {
    const card = await boxOf(cardOf(page, 109))
    const toast = await boxOf(page.locator('[data-toast]'))
    return toast.y - (card.y + card.height)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

test('a long column name changes neither the width nor the alignment of the column heads', async () => {
  for (const options of [PHONE, {}]) {
    const { page } = await openPage(running.browser, options)
    await changeBoard(page, ({ columns }) => ({
      columns: columns.map((column: { name: string }) => ({
        ...column,
        name: column.name.replace('Building', `Building ${'averyverylongname'.repeat(5)} and more`),
      })),
    }))
    await signIn(page, running.board.url, running.board.keys.viewer)
    await columnOf(page, 'Queued').waitFor()
    const heads = await page.locator('[data-column-head]').evaluateAll((elements) =>
      elements.map((head) => {
        const { width, bottom } = head.getBoundingClientRect()
        return {
          width: Math.round(width),
          bottom: Math.round(bottom),
          name: head.querySelector('h2')?.scrollWidth,
        }
      }),
    )
    for (const { width, bottom, name } of heads) {
      expect({ width, bottom }, JSON.stringify(heads)).toEqual({
        width: heads[0]?.width,
        bottom: heads[0]?.bottom,
      })
      expect(name).toBeLessThanOrEqual(width)
    }
  }
})

/** Carries a card to the tab of Review. Returns what lifts the finger. */
async function carryToReview(page: Page, card: number): Promise<() => Promise<unknown>> {
  const tab = page
    .getByRole('navigation', { name: 'Columns' })
    .getByRole('button', { name: /^Review/ })
  await tab.waitFor()
  const touch = await createTouchInput(page)
  const from = await centerOf(cardOf(page, card))
  const to = await centerOf(tab)
  await touch('touchStart', from)
  await page.locator('[data-board][data-dragging]').waitFor()
  for (let step = 1; step <= 6; step += 1) {
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 6,
      y: from.y + ((to.y - from.y) * step) / 6,
    })
  }
  return () => touch('touchEnd')
}

test('a finger drops a card on the tab of a column that is out of sight', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await signIn(page, running.board.url, running.board.keys.member)
  const drop = await carryToReview(page, 121)
  // The board shows the column, with the verdict in its head.
  await expect
    .poll(() => columnOf(page, 'Review').evaluate((column) => column.getBoundingClientRect().left))
    .toBeLessThan(40)
  await columnOf(page, 'Review').getByText('Move to Review').waitFor()
  await drop()
  await announced(page, moved('#121 Limit log lines to 8 KiB', 'Queued', 'Review'))
})

test('the toast of a rejected drop offers to show the card when its column is out of sight', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await page.route('**/v1/cards/**', (route) =>
    route.fulfill({ status: 409, json: { detail: 'The branch conflicts.' } }),
  )
  await signIn(page, running.board.url, running.board.keys.member)
  const drop = await carryToReview(page, 122)
  await columnOf(page, 'Review').getByText('Move to Review').waitFor()
  await drop()
  await page.getByRole('button', { name: 'Show', exact: true }).tap()
  await expect
    .poll(() => columnOf(page, 'Queued').evaluate((column) => column.getBoundingClientRect().left))
    .toBeGreaterThan(-40)
  await expect.poll(() => focusedCard(page)).toBe('122')
})

test('a phone that is turned marks the tab of the column in sight', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Columns' })
  await expect
    .poll(() => tabs.locator('[aria-current]').allTextContents())
    .toEqual([expect.stringMatching(/^Queued/)])
  await tabs.getByRole('button', { name: /^Review/ }).tap()
  await expect
    .poll(() => tabs.locator('[aria-current]').allTextContents())
    .toEqual([expect.stringMatching(/^Review/)])
})
