import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, columnOf, openPage, rendered, reopen, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd(['--demo-cards', '10000'])
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** A hole that is smaller could be the gap between two cards of a column. */
const MAX_HOLE = 90

async function openColumn(options: object, slowdown: number) {
  const opened = await openPage(running.browser, options)
  const { page } = opened
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  await expect.poll(() => page.locator('[data-card-number][tabindex="0"]').count()).toBe(1)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const column = columnOf(page, 'Intake')
  const box = await boxOf(column.locator('[data-scroller]'))
  const center = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  return { ...opened, column, center }
}

/**
 * Looks at the first column in each frame, once it is laid out. Returns the function that ends it:
 * it tells how many frames there were, how far the column was scrolled, and the largest hole.
 */
async function watchHoles(page: Page) {
  await page.evaluate(() => {
    const list = document.querySelector('[data-scroller]')
    const seen = { frames: 0, largest: 0, scrollTop: 0, isOver: false }
    Reflect.set(window, 'holes', seen)
    const look = () => {
      if (!list || seen.isOver) return
      const { top, bottom } = list.getBoundingClientRect()
      const rows = [...list.querySelectorAll('[data-index]')].map((row) =>
        row.getBoundingClientRect(),
      )
      let covered = top
      for (const row of rows.sort((a, b) => a.top - b.top)) {
        if (row.bottom <= top || row.top >= bottom) continue
        seen.largest = Math.max(seen.largest, row.top - covered)
        covered = Math.max(covered, row.bottom)
      }
      seen.largest = Math.max(seen.largest, bottom - covered)
      seen.scrollTop = Math.max(seen.scrollTop, list.scrollTop)
      seen.frames += 1
    }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = look
    const nextFrame = () => {
      port2.postMessage(undefined)
      if (!seen.isOver) requestAnimationFrame(nextFrame)
    }
    requestAnimationFrame(nextFrame)
  })
  return () =>
    page.evaluate(() => {
      const seen = Reflect.get(window, 'holes')
      seen.isOver = true
      return seen as { frames: number; largest: number; scrollTop: number }
    })
}

test('fast scrolling by wheel shows no blank frame, with the CPU slowed 4×', async () => {
  const { page, center } = await openColumn({}, 4)
  await page.mouse.move(center.x, center.y)
  const stop = await watchHoles(page)
  for (let tick = 0; tick < 60; tick += 1) await page.mouse.wheel(0, 120)
  await rendered(page, 30)
  const seen = await stop()
  expect(seen.scrollTop).toBeGreaterThan(4_000)
  expect(seen.largest).toBeLessThan(MAX_HOLE)
})

test('fast scrolling by keys shows no blank frame, with the CPU slowed 4×', async () => {
  const { page, column } = await openColumn({}, 4)
  await column.locator('article').first().focus()
  // The first key waits for the code that answers it.
  await page.keyboard.press('ArrowDown')
  const second = column.locator('article').nth(1)
  await expect.poll(() => second.evaluate((card) => card.matches(':focus'))).toBe(true)
  const stop = await watchHoles(page)
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowDown')
  await rendered(page, 30)
  const seen = await stop()
  expect(seen.scrollTop).toBeGreaterThan(3_000)
  expect(seen.largest).toBeLessThan(MAX_HOLE)
})

test('a fling on a phone of 360 pixels shows no blank frame, with the CPU slowed 6×', async () => {
  const { page, column } = await openColumn(PHONE, 6)
  const stop = await watchHoles(page)
  // By script: a finger that waits for a slow page would begin a drag.
  await column.locator('[data-scroller]').evaluate(
    (list) =>
      new Promise<void>((resolve) => {
        let frames = 0
        const fling = () => {
          list.scrollTop += 60
          frames += 1
          if (frames < 60) requestAnimationFrame(fling)
          else resolve()
        }
        requestAnimationFrame(fling)
      }),
  )
  await rendered(page, 30)
  const seen = await stop()
  expect(seen.scrollTop).toBeGreaterThan(2_000)
  expect(seen.largest).toBeLessThan(MAX_HOLE)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})

// The heads of lanes and tables stay at the upper edge, and rows scroll behind them.
test.each([
  'group=assignee',
  'group=label&density=compact',
  'view=list',
  'view=list&group=priority',
])('fast scrolling of the view %s shows no blank frame, with the CPU slowed 4×', async (query) => {
  const { page } = await openColumn({}, 4)
  await reopen(page, `${page.url()}&${query}`)
  const board = page.locator('[data-board][data-scroller]')
  await board.locator('[data-card-number]').first().waitFor()
  await rendered(page, 30)
  const box = await boxOf(board)
  await page.mouse.move(Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2))
  const stop = await watchHoles(page)
  for (let tick = 0; tick < 60; tick += 1) await page.mouse.wheel(0, 120)
  await rendered(page, 30)
  const seen = await stop()
  expect(seen.scrollTop).toBeGreaterThan(4_000)
  expect(seen.largest).toBeLessThan(MAX_HOLE)
  expect(await page.locator('[data-card-number]').count()).toBeLessThan(200)
})
