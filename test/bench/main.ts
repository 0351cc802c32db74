import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { signIn } from '#test/support/browser.ts'
import { launchBrowser } from '#test/support/launch-browser.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'
import { startFloor } from './floor-server.ts'
import { type AppCosts, measureApp, median } from './measure-app.ts'
import { type BenchPage, measurePage, type PageCosts } from './measure-page.ts'

/**
 * Measures this app next to a page without a framework that shows the same board, in one run: only
 * the ratios count. `npm run bench`, or `npm run bench -- --cards 10000 --slowdown 4 --runs 5`.
 */
async function main(): Promise<void> {
  const built = spawnSync('npx', ['vite', 'build', '--logLevel', 'error'], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const sizes = numbers('--cards', [1_000, 10_000, 50_000])
  const slowdowns = numbers('--slowdown', [1, 4])
  const [runs = 3] = numbers('--runs', [3])
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${runs} runs`)
  for (const cards of sizes) await measureSize(cards, slowdowns, runs)
}

async function measureSize(
  cards: number,
  slowdowns: readonly number[],
  runs: number,
): Promise<void> {
  const board = await startBoard(['--demo-cards', String(cards)])
  const headers = { Authorization: `Bearer ${board.keys.maintainer}` }
  const json = await (await fetch(`${board.url}v1/board`, { headers })).text()
  const floor = await startFloor(json)
  try {
    const app = await appPage(board)
    const floorPage: BenchPage = {
      name: 'floor',
      open: async (_, page) => void (await page.goto(floor.url)),
    }
    for (const slowdown of slowdowns) {
      const costs = { floor: [] as PageCosts[], app: [] as PageCosts[] }
      const own: AppCosts[] = []
      // Alternating, so that a disturbance hits both.
      for (let run = 0; run < runs; run += 1) {
        console.error(`${cards} cards, CPU slowed ${slowdown}×, run ${run + 1} of ${runs}`)
        costs.floor.push(await attempt(() => measurePage(floorPage, slowdown)))
        costs.app.push(await attempt(() => measurePage(app, slowdown)))
        own.push(await attempt(() => measureApp(board, slowdown)))
      }
      print(cards, slowdown, costs, own)
    }
  } finally {
    floor.stop()
    await board.stop()
  }
}

/**
 * Tries again once: a busy machine can lose a press, and an hour of measuring is too much to lose
 * for it.
 */
async function attempt<T>(measure: () => Promise<T>): Promise<T> {
  try {
    return await measure()
  } catch (error) {
    console.error(`Measuring again: ${error}`)
    return measure()
  }
}

/** This app in a tab that has a key and was reloaded. */
async function appPage(board: RunningBoard): Promise<BenchPage> {
  const browser = await launchBrowser()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, board.url, board.keys.maintainer)
  await page.locator('[data-card-number]').first().waitFor()
  await page.waitForTimeout(3_000)
  const url = page.url()
  const stored = await page.evaluate(() => ({
    tab: Object.entries(sessionStorage),
    device: Object.entries(localStorage),
  }))
  await browser.close()
  return {
    name: 'app',
    open: async (context, opened) => {
      await context.addInitScript(({ tab, device }) => {
        for (const [key, value] of tab) sessionStorage.setItem(key, value)
        for (const [key, value] of device) localStorage.setItem(key, value)
      }, stored)
      await opened.goto(url)
    },
  }
}

function print(
  cards: number,
  slowdown: number,
  costs: { floor: PageCosts[]; app: PageCosts[] },
  own: readonly AppCosts[],
): void {
  console.log(`\n${cards} cards, CPU slowed ${slowdown}×`)
  console.log(`${''.padEnd(24)}${'floor'.padStart(10)}${'app'.padStart(10)}${'ratio'.padStart(8)}`)
  // Object.keys widens to string; all records have the same keys.
  for (const key of Object.keys(costs.app[0] ?? {}) as (keyof PageCosts)[]) {
    const floor = median(costs.floor.map((one) => one[key]))
    const app = median(costs.app.map((one) => one[key]))
    const ratio = floor > 0 ? (app / floor).toFixed(2) : '–'
    console.log(`${key.padEnd(24)}${format(floor)}${format(app)}${ratio.padStart(8)}`)
  }
  for (const key of Object.keys(own[0] ?? {}) as (keyof AppCosts)[]) {
    console.log(`${key.padEnd(24)}${''.padStart(10)}${format(median(own.map((one) => one[key])))}`)
  }
}

function format(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0).padStart(10)
}

function numbers(option: string, byDefault: number[]): number[] {
  const text = process.argv[process.argv.indexOf(option) + 1]
  return process.argv.includes(option) && text ? text.split(',').map(Number) : byDefault
}

await main()
