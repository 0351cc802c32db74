import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Opens the machine's Chromium or Chrome, else the one Playwright has put there. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place && existsSync(place)) ?? playwrightsOwn()
  if (!executablePath) {
    throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.')
  }
  return chromium.launch({ executablePath, args: FLAGS })
}

function playwrightsOwn(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** A page that keeps a record of everything a page must never do. */
export interface WatchedPage {
  page: Page
  /** Fails when the page logged an error, threw, or broke its Content-Security-Policy. */
  expectClean: () => void
  close: () => Promise<void>
}

/** Opens a page of its own context; `allowed` are console errors that the test provokes (a refused request logs one). */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  allowed: RegExp = /the server responded with a status of (4\d\d|5\d\d)/,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  await page.exposeFunction('reportViolation', (text: string) => faults.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`CSP: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return { page, expectClean: () => expect(faults).toEqual([]), close: () => context.close() }
}

/** Opens a sign-in link and answers its question. */
export async function signIn(page: Page, boardUrl: string, key: string | undefined, path = ''): Promise<void> {
  await page.goto(`${boardUrl}${path}#key=${key}`)
  await page.getByRole('button', { name: 'Connect' }).click()
}

/** The article of a card. */
export function cardOf(page: Page, number: number): Locator {
  return page.locator(`article[data-card-number="${number}"]`)
}

/** The section of a column, by the name in its heading. */
export function columnOf(page: Page, name: string): Locator {
  return page
    .locator('section[data-status-id]')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
}

/** Presses a card and carries it over a column without letting go. */
export async function carry(page: Page, card: Locator, column: Locator): Promise<void> {
  const from = await boxAt(card)
  const to = await boxAt(column)
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 52, from.y + 34, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + 140, { steps: 8 })
}

/** The status line that says this. */
export function status(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

/** Everything that the status nodes say from now on, in order. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    for (const node of document.querySelectorAll('[role="status"]')) {
      new MutationObserver(() => {
        if (node.textContent) said.push(node.textContent)
      }).observe(node, { childList: true, characterData: true, subtree: true })
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'said'))
}

/** Fingers, through the browser's debugging protocol: one session, because a touch belongs to the one it began in. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number; id?: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** The middle of an element, in pixels of the window. */
export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await boxAt(locator)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Serious accessibility faults of what is on the screen, as axe names them. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The page's policy forbids injected scripts, so axe comes in through the debugger.
  await page.evaluate(axe.source)
  const result = await page.evaluate(() => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    return loaded.run(document, { resultTypes: ['violations'] })
  })
  return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

/** Where an element is, in pixels of the window. */
export async function boxAt(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not on the screen')
  return box
}
