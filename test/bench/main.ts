import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import { readBoard } from '#contract/board.ts'
import { inspectAnswer } from '#contract/inspect.ts'
import { applyMoves } from '#model/board-view.ts'
import { filterCards, NO_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/card-labels.ts'
import { shareBoard } from '#model/share-board.ts'
import { cardOf, columnOf, openBrowser, signIn, status } from '#test/support/browser.ts'
import { startBoard } from '#test/support/start-board.ts'

/** Measures, on this machine, what a person waits for. `npm run bench`; every figure is the median and the worst of its runs. */

const CARDS = 10_000
const RUNS = 15

interface Timing {
  what: string
  median: number
  worst: number
  runs: number
}

const timings: Timing[] = []

function note(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  timings.push({
    what,
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

function repeat(what: string, act: () => unknown): void {
  for (let warm = 0; warm < 3; warm += 1) act()
  note(
    what,
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
    const read = readBoard(JSON.parse(text))
    if (!read) throw new Error('The board could not be read')
    repeat('parse the board', () => JSON.parse(text))
    const json = JSON.parse(text)
    repeat('read the board', () => readBoard(json))
    repeat('look for what is not understood', () => Array.from(inspectAnswer({ endpoint: 'board', json })).length)
    repeat('share an unchanged board', () => shareBoard(read, readBoard(json) ?? read))
    const cardId = read.columns[0]?.cards[0]?.id ?? ''
    const toStatusId = read.columns[1]?.statusId ?? ''
    repeat('lay a move over the board', () => applyMoves(read, [{ cardId, toStatusId }]))
    repeat('filter by text', () => filterCards(read, { ...NO_FILTER, text: 'webhook' }, indexLabels([])))
    const etag = (await fetch(`${board.url}v1/board`, { headers })).headers.get('ETag') ?? ''
    const polls: number[] = []
    const fulls: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      polls.push(
        await timeAsync(() => fetch(`${board.url}v1/board`, { headers: { ...headers, 'If-None-Match': etag } })),
      )
      fulls.push(await timeAsync(async () => (await fetch(`${board.url}v1/board`, { headers })).text()))
    }
    note('service: an unchanged poll (304)', polls)
    note('service: the whole board', fulls)
    await inBrowser(board.url, board.keys.maintainer, 1)
    await inBrowser(board.url, board.keys.maintainer, 4)
  } finally {
    await board.stop()
  }
  for (const { what, median, worst, runs } of timings) {
    console.log(
      `${what.padEnd(58)} median ${median.toFixed(1).padStart(8)} ms   worst ${worst.toFixed(1).padStart(8)} ms   (${runs} runs)`,
    )
  }
}

/** Collects the time between frames until the page is marked as done. As text: the page must not meet our compiler's helpers. */
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

async function inBrowser(url: string, key: string | undefined, slowdown: number): Promise<void> {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const on = `browser, CPU slowed ${slowdown}×: `
    await signIn(page, url, key)
    await page.locator('article[data-card-number]').first().waitFor()
    note(`${on}board on screen after a reload`, [
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
    note(`${on}pick up`, [
      await timeAsync(async () => {
        await page.mouse.move(box.x + 52, box.y + 44, { steps: 2 })
        await page.locator('.board[data-dragging]').waitFor()
      }),
    ])
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await page.mouse.move(1_100, 400, { steps: 40 })
      await page.mouse.move(400, 400, { steps: 40 })
    }
    await page.evaluate(() => document.body.setAttribute('data-bench-done', ''))
    note(`${on}a frame while dragging`, (await frames).slice(5))
    const target = columnOf(page, 'Triage')
    const to = await target.boundingBox()
    if (!to) throw new Error('No column to drop on')
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 4 })
    note(`${on}drop, to "moved" proved by a read`, [
      await timeAsync(async () => {
        await page.mouse.up()
        await status(page, new RegExp(`^#${number} .+ moved from Intake to Triage`)).waitFor({ timeout: 60_000 })
      }),
    ])
    await cardOf(page, number).waitFor()
    await typeInManager(page, on)
    await fetch(`${url}v1/cards/${number}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ statusId: '1201' }),
    })
  } finally {
    await browser.close()
  }
}

/** Opens the manager with 500 labels and types into its search: the work between a key and the next frame. */
async function typeInManager(page: Page, on: string): Promise<void> {
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
  note(`${on}open the manager, 500 labels`, [
    await timeAsync(async () => {
      await page.getByRole('button', { name: 'Labels' }).click()
      await manager
        .getByRole('button', { name: /^Edit / })
        .first()
        .waitFor()
    }),
  ])
  await manager.getByRole('searchbox').focus()
  // A key's work ends with its event: React draws what a key changes before the event is over.
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
  note(`${on}a key in the manager's search`, await page.evaluate<number[]>('window.keyTimes'))
  await page.unroute('**/v1/labels')
}

await main()
