import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { axeViolations, dismissHints, rendered, signIn } from '../support/browser.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { type RunningBoard, startBoard } from '../support/start-board.ts'
import { RARE_STATES } from './rare-states.ts'
import { STATES } from './states.ts'
import type { PictureState } from './steps.ts'

/**
 * Takes a picture of each state of the app, light and dark, wide and narrow, and looks for axe
 * violations in it. `npm run pictures -- NAME…` takes only those whose name contains a NAME.
 */

const FOLDER = fileURLToPath(new URL('../../pictures', import.meta.url))
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const
/** Time for menus, sheets, and toasts to be where they stay. */
const SETTLE_MS = 300

type Scheme = (typeof SCHEMES)[number]
type Size = (typeof SIZES)[number]

const wanted = process.argv.slice(2)
const isWanted = ({ name }: PictureState) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part))
const states = [...STATES, ...RARE_STATES].filter(isWanted)
mkdirSync(FOLDER, { recursive: true })
const browser = await launchBrowser({ showsScrollbars: true })
let problems = 0
for (const state of states) {
  let board = await startBoard(['--scripted-demo'])
  for (const scheme of SCHEMES) {
    for (const size of SIZES) {
      problems += await take(browser, board, state, scheme, size)
      if (!state.changesBoard) continue
      await board.stop()
      board = await startBoard(['--scripted-demo'])
    }
  }
  await board.stop()
}
await browser.close()
console.info(`${states.length} states, ${SCHEMES.length * SIZES.length} pictures each`)
console.info(`${problems} problems`)
process.exitCode = problems > 0 ? 1 : 0

async function take(
  browser: Browser,
  board: RunningBoard,
  state: PictureState,
  scheme: Scheme,
  size: Size,
): Promise<number> {
  const context = await browser.newContext({
    // The states hold back and change requests.
    serviceWorkers: 'block',
    viewport: size,
    colorScheme: scheme,
    hasTouch: size.width < 640,
    isMobile: size.width < 640,
  })
  const page = await context.newPage()
  const name = `${state.name} ${scheme} ${size.width}`
  try {
    if (!state.showsHints) await dismissHints(page)
    await state.mock?.(page)
    if (state.role === undefined) await page.goto(`${board.url}${state.query ?? ''}`)
    else {
      await signIn(page, board.url, board.keys[state.role], state.query)
      const isThere = page.locator('article, [data-board], main h2, [role="alert"]').first()
      await isThere.waitFor()
    }
    await page.waitForTimeout(SETTLE_MS)
    await state.reach?.(page)
    await page.waitForTimeout(SETTLE_MS)
    await rendered(page, 2)
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    const violations = await axeViolations(page)
    for (const violation of violations) console.error(`${name}: ${violation}`)
    return violations.length
  } catch (error) {
    await page.screenshot({ path: join(FOLDER, `${name}, failed.png`) })
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return 1
  } finally {
    await context.close()
  }
}
