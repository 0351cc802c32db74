import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import { readBoard } from '#contract/readers/read-board.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { applyMoves } from '#model/board-overlay.ts'
import { createCardFilter, EMPTY_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { cardOf, columnOf, signIn, status } from '#test/support/browser.ts'
import { launchBrowser } from '#test/support/launch-browser.ts'
import { startBoard } from '#test/support/start-board.ts'

/**
 * Measures the delays that a person notices. `npm run bench` prints the median and the worst time
 * of each, in ms.
 */

const CARDS = 10_000
const RUNS = 15

interface Timing {
  label: string
  median: number
  worst: number
  runs: number
}

const timings: Timing[] = []

function recordTimes(label: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  timings.push({
    label: label,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worst: sorted.at(-1) ?? 0,
    runs: times.length,
  })
}

function time(act: () => unknown): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

async function timeAsync(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function repeat(label: string, act: () => unknown): void {
  for (let warmup = 0; warmup < 3; warmup += 1) act()
  recordTimes(
    label,
    Array.from({ length: RUNS }, () => time(act)),
  )
}

async function main(): Promise<void> {
  const built = spawnSync('npx', ['vite', 'build', '--logLevel', 'error'], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const board = await startBoard(['--demo-cards', String(CARDS)])
  try {
    const headers = { Authorization: `Bearer ${board.keys.maintainer}` }
    const text = await (await fetch(`${board.url}v1/board`, { headers })).text()
    console.log(
      `${CARDS} cards, ${(text.length / 1e6).toFixed(2)} MB of JSON, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
    )
    const loadedBoard = readBoard(JSON.parse(text))
    if (!loadedBoard) throw new Error('The board could not be read')
    repeat('parse the board JSON', () => JSON.parse(text))
    const json = JSON.parse(text)
    repeat('validate the board', () => readBoard(json))
    repeat(
      'find unrecognized data',
      () => Array.from(findUnrecognized({ endpoint: 'board', json })).length,
    )
    repeat('reuse the objects of an unchanged board', () =>
      shareBoard(loadedBoard, readBoard(json) ?? loadedBoard),
    )
    const cardId = loadedBoard.columns[0]?.cards[0]?.id ?? ''
    const toStatusId = loadedBoard.columns[1]?.statusId ?? ''
    repeat('apply a pending move to the board', () =>
      applyMoves(loadedBoard, [{ cardId, toStatusId }]),
    )
    repeat('filter by text', () =>
      createCardFilter({ ...EMPTY_FILTER, text: 'webhook' }, indexLabels([]))(loadedBoard),
    )
    const etag = (await fetch(`${board.url}v1/board`, { headers })).headers.get('ETag') ?? ''
    const polls: number[] = []
    const fullLoads: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      polls.push(
        await timeAsync(() =>
          fetch(`${board.url}v1/board`, { headers: { ...headers, 'If-None-Match': etag } }),
        ),
      )
      fullLoads.push(
        await timeAsync(async () => (await fetch(`${board.url}v1/board`, { headers })).text()),
      )
    }
    recordTimes('service: poll of an unchanged board (304)', polls)
    recordTimes('service: full board', fullLoads)
    await measureInBrowser(board.url, board.keys.maintainer, 1)
    await measureInBrowser(board.url, board.keys.maintainer, 4)
  } finally {
    await board.stop()
  }
  for (const { label, median, worst, runs } of timings) {
    console.log(
      `${label.padEnd(58)} median ${median.toFixed(1).padStart(8)} ms   worst ${worst.toFixed(1).padStart(8)} ms   (${runs} runs)`,
    )
  }
}

/**
 * Collects the times between frames, in ms, until the page has `data-bench-done`. The code is text
 * because the compiler would insert helper functions that the page does not have.
 */
const FRAMES = `new Promise((resolve) => {
  const times = []
  let last = performance.now()
  const step = (now) => {
    times.push(now - last)
    last = now
    if (document.querySelector('[data-bench-done]')) resolve(times)
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

async function measureInBrowser(
  url: string,
  key: string | undefined,
  slowdown: number,
): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 } })
    ).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const prefix = `browser, CPU slowed ${slowdown}×: `
    await signIn(page, url, key)
    await page.locator('article[data-card-number]').first().waitFor()
    recordTimes(`${prefix}board visible after a reload`, [
      await timeAsync(async () => {
        await page.reload()
        await page.locator('article[data-card-number]').first().waitFor()
      }),
    ])
    const card = columnOf(page, 'Intake').locator('article').first()
    const number = Number(await card.getAttribute('data-card-number'))
    const box = await card.boundingBox()
    if (!box) throw new Error('No card to drag')
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    const frames = page.evaluate<number[]>(FRAMES)
    recordTimes(`${prefix}start a drag`, [
      await timeAsync(async () => {
        await page.mouse.move(box.x + 52, box.y + 44, { steps: 2 })
        await page.locator('[data-board][data-dragging]').waitFor()
      }),
    ])
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await page.mouse.move(1_100, 400, { steps: 40 })
      await page.mouse.move(400, 400, { steps: 40 })
    }
    await page.evaluate(() => document.body.setAttribute('data-bench-done', ''))
    recordTimes(`${prefix}frame time during a drag`, (await frames).slice(5))
    const target = columnOf(page, 'Triage')
    const to = await target.boundingBox()
    if (!to) throw new Error('No column to drop on')
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 4 })
    recordTimes(`${prefix}drop, until a load confirms the move`, [
      await timeAsync(async () => {
        await page.mouse.up()
        await status(page, new RegExp(`^#${number} .+ moved from Intake to Triage`)).waitFor({
          timeout: 60_000,
        })
      }),
    ])
    await cardOf(page, number).waitFor()
    await measureLabelManager(page, prefix)
    await fetch(`${url}v1/cards/${number}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ statusId: '1201' }),
    })
  } finally {
    await browser.close()
  }
}

/**
 * Measures how long the label manager takes to open with 500 labels, and to update per key press in
 * its search.
 */
async function measureLabelManager(page: Page, prefix: string): Promise<void> {
  const labels = Array.from({ length: 500 }, (_, index) => ({
    id: String(90_000 + index),
    name: `area ${index}`,
    color: 'teal',
    taskCount: index,
  }))
  await page.route('**/v1/labels', (route) => route.fulfill({ json: labels }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.waitForTimeout(1_500)
  const manager = page.getByRole('dialog', { name: 'Labels' })
  recordTimes(`${prefix}open the label manager, 500 labels`, [
    await timeAsync(async () => {
      await page.getByRole('button', { name: 'Labels' }).click()
      await manager
        .getByRole('button', { name: /^Edit / })
        .first()
        .waitFor()
    }),
  ])
  await manager.getByRole('searchbox').focus()
  // React renders the update for a key press before the event ends, so the duration of the event is
  // the whole delay.
  await page.evaluate(`(() => {
    window.keyTimes = []
    const field = document.activeElement
    for (const text of ['a', 'ar', 'are', 'area', 'area ', 'area 4', 'area 49', 'area 4', 'area ', '']) {
      const start = performance.now()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      window.keyTimes.push(performance.now() - start)
    }
  })()`)
  recordTimes(
    `${prefix}key press in the label search`,
    await page.evaluate<number[]>('window.keyTimes'),
  )
  await page.unroute('**/v1/labels')
}

await main()
