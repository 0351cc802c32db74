import type { Page } from 'playwright-core'
import { signIn } from '#test/support/browser.ts'
import { launchBrowser } from '#test/support/launch-browser.ts'
import type { RunningBoard } from '#test/support/start-board.ts'

/** What this app can do and the floor can't. Times in milliseconds, until the result is painted. */
export interface AppCosts {
  /** Event of a key press in the filter field, until the field shows it. */
  filterKey: number
  /** Main thread for a poll without a change. */
  unchangedPoll: number
  /** Main thread for a poll that changes one card. */
  changedPoll: number
  labelManager: number
  palette: number
}

const KEYS = 'webhook'

export async function measureApp(board: RunningBoard, slowdown: number): Promise<AppCosts> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 2048, height: 900 } })
    const page = await context.newPage()
    await signIn(page, board.url, board.keys.maintainer)
    await page.locator('[data-card-number]').first().waitFor()
    await page.waitForTimeout(3_000)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const taskTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
    }
    const costOf = async (act: () => Promise<unknown>) => {
      const before = await taskTime()
      await act()
      await page.waitForTimeout(1_500)
      return (await taskTime()) - before
    }
    const idle = await costOf(async () => undefined)
    const refresh = () => page.getByRole('button', { name: 'Refresh' }).click()
    const unchangedPoll = (await costOf(refresh)) - idle
    await changeLabels(page, board)
    const changedPoll = (await costOf(refresh)) - idle
    const filterKey = await measureKeys(page)
    const labelManager = await timeUntil(page, 'Labels', '[aria-label^="Edit "]')
    const dialog = page.locator('dialog[open]')
    await page.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    // A shortcut that comes in the same frame still belongs to the dialog.
    await page.waitForTimeout(500)
    const palette = await measurePalette(page)
    return { filterKey, unchangedPoll, changedPoll, labelManager, palette }
  } finally {
    await browser.close()
  }
}

async function changeLabels(page: Page, board: RunningBoard): Promise<void> {
  const number = await page.locator('[data-card-number]').nth(1).getAttribute('data-card-number')
  const response = await fetch(`${board.url}v1/cards/${number}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${board.keys.maintainer}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ labelIds: [] }),
  })
  if (!response.ok) throw new Error(`The card could not be changed: ${response.status}`)
}

/** The median of the delays between a key press and the frame that shows it. */
async function measureKeys(page: Page): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Filter cards' })
  await field.focus()
  await page.evaluate(`
    window.keyTimes = []
    document.activeElement.addEventListener('input', (event) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => keyTimes.push(performance.now() - event.timeStamp)
        channel.port2.postMessage(0)
      })
    })
  `)
  for (const key of KEYS) {
    await page.keyboard.press(key)
    await page.waitForTimeout(600)
  }
  const times = await page.evaluate<number[]>('window.keyTimes')
  await field.fill('')
  await page.waitForTimeout(600)
  return median(times)
}

async function timeUntil(page: Page, button: string, selector: string): Promise<number> {
  const [shown] = await Promise.all([
    page.evaluate<number>(paintedAfter('pointerdown', selector)),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return shown
}

async function measurePalette(page: Page): Promise<number> {
  const [shown] = await Promise.all([
    page.evaluate<number>(paintedAfter('keydown', '[role="option"]')),
    page.keyboard.press('Control+k'),
  ])
  return shown
}

/** The time from the next event to the frame that shows the element. */
function paintedAfter(event: string, selector: string): string {
  return `new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing matched within 30 s: ${selector}')), 30_000)
    addEventListener('${event}', ({ timeStamp }) => {
      const look = () => {
        if (!document.querySelector('${selector}')) return requestAnimationFrame(look)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp)
        channel.port2.postMessage(0)
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  })`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
