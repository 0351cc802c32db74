import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '#test/support/launch-browser.ts'

/** What one visit of a page costs. Times in milliseconds. */
export interface PageCosts {
  firstCard: number
  /** Parts of long tasks beyond 50 ms, until the first card and 2 s after it. */
  blocking: number
  elements: number
  heapMegabytes: number
  dragStart: number
  /** Main thread per step of a drag. */
  dragStep: number
  dropPainted: number
  framesDroppedInDrag: number
  framesDroppedInScroll: number
}

export interface BenchPage {
  name: string
  open: (context: BrowserContext, page: Page) => Promise<void>
}

const VIEWPORT = { width: 2048, height: 900 }
const STEPS = 60
const WHEEL_TICKS = 50
const FRAME_MS = 1_000 / 60
const MAX_FRAMES = 600

/**
 * Runs in the page, before it loads. It is text because the compiler would insert helper functions
 * that the page does not have.
 */
const PROBE = `
window.bench = { blocking: 0, frames: [] }
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) bench.blocking += Math.max(0, duration - 50)
}).observe({ type: 'longtask', buffered: true })
bench.painted = (selector) => new Promise((resolve, reject) => {
  const begun = performance.now()
  const look = () => {
    if (!document.querySelector(selector)) {
      if (performance.now() - begun < 30_000) return requestAnimationFrame(look)
      return reject(new Error('Nothing matched within 30 s: ' + selector))
    }
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now())
    channel.port2.postMessage(0)
  }
  requestAnimationFrame(look)
})
bench.first = bench.painted('[data-card-number]')
bench.record = () => {
  bench.frames = []
  bench.isRecording = true
  let last = performance.now()
  const step = (now) => {
    bench.frames.push(now - last)
    last = now
    if (bench.isRecording) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
bench.stop = () => {
  bench.isRecording = false
  return bench.frames
}
`

/** Opens a page in a new browser, loads it cold, drags one card, and scrolls one column. */
export async function measurePage(bench: BenchPage, slowdown: number): Promise<PageCosts> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: VIEWPORT })
    const page = await context.newPage()
    await page.addInitScript(PROBE)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await bench.open(context, page)
    const firstCard = await page.evaluate<number>('bench.first')
    await page.waitForTimeout(2_000)
    const blocking = await page.evaluate<number>('bench.blocking')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    const scroll = await measureScroll(page)
    const drag = await measureDrag(page, session)
    return {
      firstCard,
      blocking,
      elements,
      heapMegabytes: usedSize / 1e6,
      ...drag,
      framesDroppedInScroll: scroll,
    }
  } finally {
    await browser.close()
  }
}

async function measureScroll(page: Page): Promise<number> {
  const box = await page.locator('[data-scroller]').first().boundingBox()
  if (!box) throw new Error('There is no column to scroll.')
  await page.mouse.move(box.x + 100, box.y + 300)
  await page.evaluate('bench.record()')
  for (let tick = 0; tick < WHEEL_TICKS; tick += 1) {
    await page.mouse.wheel(0, 100)
    await page.waitForTimeout(FRAME_MS)
  }
  const dropped = droppedFrames(await page.evaluate<number[]>('bench.stop()'))
  await page.mouse.wheel(0, -WHEEL_TICKS * 100)
  // Otherwise the drag would begin on a row that still moves.
  const list = page.locator('[data-scroller]').first()
  for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
    if ((await list.evaluate(({ scrollTop }) => scrollTop)) === 0) break
    if (frame === MAX_FRAMES - 1) throw new Error('The list did not scroll back to its top.')
    await page.waitForTimeout(FRAME_MS)
  }
  await page.waitForTimeout(500)
  return dropped
}

async function measureDrag(page: Page, session: CDPSession) {
  const card = page.locator('[data-status-id]').first().locator('[data-card-number]').nth(2)
  const number = await card.getAttribute('data-card-number')
  const from = await card.boundingBox()
  const target = page.locator('[data-status-id]').nth(5)
  const to = await target.boundingBox()
  if (!from || !to) throw new Error('There is no card to drag.')
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  const started = page.evaluate<number>("bench.painted('[data-dragging]')")
  const startedAt = await page.evaluate<number>('performance.now()')
  await page.mouse.move(from.x + 60, from.y + 40)
  const dragStart = (await started) - startedAt

  await page.evaluate('bench.record()')
  const before = await taskTime(session)
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS
    const x = from.x + 60 + (to.x + 100 - from.x - 60) * part
    await page.mouse.move(x, from.y + 40 + 60 * part)
    await page.waitForTimeout(FRAME_MS)
  }
  const dragStep = ((await taskTime(session)) - before) / STEPS
  const framesDroppedInDrag = droppedFrames(await page.evaluate<number[]>('bench.stop()'))

  const statusId = await target.getAttribute('data-status-id')
  const selector = `[data-status-id="${statusId}"] [data-card-number="${number}"]`
  const dropped = page.evaluate<number>(`bench.painted('${selector}')`)
  const droppedAt = await page.evaluate<number>('performance.now()')
  await page.mouse.up()
  const dropPainted = (await dropped) - droppedAt
  return { dragStart, dragStep, dropPainted, framesDroppedInDrag }
}

/** Of the main thread, in milliseconds. */
async function taskTime(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

function droppedFrames(intervals: readonly number[]): number {
  const missed = intervals.map((interval) => Math.max(0, Math.round(interval / FRAME_MS) - 1))
  return missed.reduce((sum, count) => sum + count, 0)
}
