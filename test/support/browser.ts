import axe from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'

/** `slow-test` or `slow-page`: what is in time by luck on this machine isn't then. */
const PACE = process.env.BROWSER_PACE
/** Before each step of a test. */
const SLOW_TEST_MS = 150
/** How many times slower the page is. */
const SLOW_PAGE = 4

/** Connects to the browser of the run. */
export async function openBrowser(): Promise<Browser> {
  const slowMo = PACE === 'slow-test' ? SLOW_TEST_MS : 0
  return chromium.connect(inject('browserAddress'), { slowMo })
}

interface PageOptions extends BrowserContextOptions {
  /** Like a first visit. Otherwise, the hints have been dismissed. */
  showsHints?: boolean
  /** Of a test that runs beside others: only its own context knows when it ends. */
  onTestFinished?: typeof onTestFinished
}

export const SEEN_HINTS = ['move', 'columns', 'find', 'name']

/** Options of a page on a phone. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/**
 * Opens a page in a new context, which closes at the end of the test. The test fails if the page
 * threw or logged an error, or violated its Content-Security-Policy. `allowed` matches console
 * errors that the test causes, like rejected requests.
 */
export async function openPage(
  browser: Browser,
  { showsHints = false, onTestFinished: onFinished = onTestFinished, ...options }: PageOptions = {},
  allowed: RegExp = /the server responded with a status of (4\d\d|5\d\d)/,
): Promise<{ page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Requests that it answers can't be held back or changed.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  if (PACE === 'slow-page') {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PAGE })
  }
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  await page.exposeFunction('reportViolation', (text: string) => errors.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function')
        report(`CSP: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await context.exposeBinding('reportAnnouncement', (source, sentence: string) => {
    announcementsOf(source.page).push({ sentence, isTaken: false })
  })
  await context.addInitScript(watchStatusNodes)
  if (!showsHints) await dismissHints(page)
  onFinished(async () => {
    // What a route still waits for ends with its page.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    expect(errors, 'errors of the page').toEqual([])
  })
  return { page }
}

/** Before the page opens, as if a person had done it on an earlier visit. */
export async function dismissHints(page: Page): Promise<void> {
  await page.addInitScript((seen) => {
    if (location.protocol === 'http:') localStorage.setItem('trunkline.hints', seen)
  }, JSON.stringify(SEEN_HINTS))
}

/** Opens a sign-in link and confirms it. Ends once the page answers keys and clicks. */
export async function signIn(
  page: Page,
  boardUrl: string,
  key: string | undefined,
  path = '',
): Promise<void> {
  await signInEarly(page, boardUrl, key, path)
  await answered(page)
}

/** The same for a page whose code for keys and clicks is held back. */
export async function signInEarly(
  page: Page,
  boardUrl: string,
  key: string | undefined,
  path = '',
): Promise<void> {
  await page.goto(`${boardUrl}${path}#key=${key}`)
  await page.getByRole('button', { name: 'Connect' }).click()
}

/** Loads the page again, or another one of a person who is signed in. */
export async function reopen(page: Page, url?: string): Promise<void> {
  if (url === undefined) await page.reload()
  else await page.goto(url)
  await answered(page)
}

/** Ends once the page answers keys and clicks. */
export async function answered(page: Page): Promise<void> {
  await page.locator('html[data-answers]').waitFor({ state: 'attached' })
}

export function cardOf(page: Page, number: number): Locator {
  return page.locator(`article[data-card-number="${number}"]`)
}

/** Finds a column by the name in its heading. */
export function columnOf(page: Page, name: string): Locator {
  return page
    .locator('section[data-status-id]')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
}

/** Drags a card over a column and keeps the mouse button down. */
export async function dragOver(page: Page, card: Locator, column: Locator): Promise<void> {
  const from = await boxOf(card)
  const to = await boxOf(column)
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 52, from.y + 34, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + 140, { steps: 8 })
}

/** Focuses a card, and waits until the code that answers keys has noticed it. */
export async function focusCardOf(page: Page, number: number): Promise<void> {
  await page.waitForFunction((selector) => {
    const card = document.querySelector<HTMLElement>(selector)
    // A dialog that is still open makes the board inert.
    card?.focus()
    return card !== null && card === document.activeElement && card.tabIndex === 0
  }, `article[data-card-number="${number}"]`)
}

/** The number of the card with the focus. */
export function focusedCard(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))
}

/** Focuses the filter with its key. The key acts once the code for it has arrived. */
export async function focusFilter(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.locator('input[type="search"]:focus').waitFor()
}

/**
 * Waits until a sentence that contains the text is announced. It can have been announced before:
 * each announcement counts once, and the next one can replace it within half a second.
 */
export async function announced(
  page: Page,
  text: string | RegExp,
  timeout = 30_000,
): Promise<void> {
  const isWanted = (sentence: string) =>
    typeof text === 'string' ? sentence.includes(text) : text.test(sentence)
  const log = announcementsOf(page)
  await expect
    .poll(() => log.some(({ sentence, isTaken }) => !isTaken && isWanted(sentence)), {
      message: `Announced: ${text}`,
      timeout,
    })
    .toBe(true)
  const found = log.find(({ sentence, isTaken }) => !isTaken && isWanted(sentence))
  if (found) found.isTaken = true
}

interface Announcement {
  sentence: string
  /** Whether a test has waited for it. */
  isTaken: boolean
}

const ANNOUNCEMENTS = new WeakMap<Page, Announcement[]>()

/** Of a page in a context of `openPage`, the oldest first. */
function announcementsOf(page: Page): Announcement[] {
  const log = ANNOUNCEMENTS.get(page) ?? []
  ANNOUNCEMENTS.set(page, log)
  return log
}

/** All that is announced from now on, in order. */
export function recordAnnouncements(page: Page): () => string[] {
  const start = announcementsOf(page).length
  return () =>
    announcementsOf(page)
      .slice(start)
      .map(({ sentence }) => sentence)
}

/** Reports each sentence that a status node gets. It runs in the page, before its scripts. */
function watchStatusNodes(): void {
  const report = (sentence: string) => {
    const send = Reflect.get(window, 'reportAnnouncement')
    if (typeof send === 'function') send(sentence)
  }
  new MutationObserver((records) => {
    const changed = new Set(
      records.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement
        return element?.closest('[role="status"]') ?? []
      }),
    )
    for (const node of changed) if (node.textContent) report(node.textContent)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/**
 * Dispatches touch events through the Chrome DevTools Protocol. All events of a touch must use the
 * same session.
 */
export async function createTouchInput(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id?: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** The center of an element, in CSS pixels of the viewport. */
export async function centerOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(locator)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * Accessibility violations of the page once nothing fades or slides in any more: each is the id of
 * the axe rule and the HTML of the elements.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await rendered(page, 2)
  // The page's Content-Security-Policy forbids injected scripts, so axe is evaluated through the
  // debugger.
  await page.evaluate(axe.source)
  const result = await page.evaluate(() => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    return loaded.run(document, { resultTypes: ['violations'] })
  })
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
}

/** The bounding box of an element, in CSS pixels of the viewport. */
export async function boxOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

/** Waits until the page has rendered this many frames and no animation runs. */
export async function rendered(page: Page, frames = 10): Promise<void> {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const animations = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
    await Promise.allSettled(animations.map((animation) => animation.finished))
  }, frames)
}

/** Waits until all that loads after the first screen is there: the page waits for changes then. */
export async function live(page: Page): Promise<void> {
  await page.locator('header').getByText('live', { exact: true }).waitFor()
}

/** Loads the board again, and waits until the page has rendered it. */
export async function refresh(page: Page): Promise<void> {
  const response = page.waitForResponse(
    (loaded) =>
      new URL(loaded.url()).pathname === '/v1/board' && !('prefer' in loaded.request().headers()),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await response
  await rendered(page)
}

/** Holds back the requests for a URL pattern. The returned function lets them continue. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  let resume: () => void = () => undefined
  const isWanted = new Promise<void>((resolve) => {
    resume = resolve
  })
  await page.route(pattern, async (route) => {
    await isWanted
    await route.continue()
  })
  return resume
}

/**
 * Changes the board of the service before the page gets it. The page gets it with each load, and
 * polls it: a version that the service doesn't know has no ETag to wait with.
 */
export async function changeBoard(
  page: Page,
  // biome-ignore lint/suspicious/noExplicitAny: JSON as the service sends it.
  change: (board: any) => object,
): Promise<void> {
  await page.route('**/v1/board*', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    await route.fulfill({ status: response.status(), json: change(await response.json()) })
  })
}

/** As with a service that doesn't name its boards. [gap G29] */
export async function withoutBoardNames(page: Page): Promise<void> {
  await page.route('**/v1/me', async (route) => {
    const response = await route.fetch()
    const me = await response.json()
    const boards = me.boards.map(({ name: _, ...board }: { name: string }) => board)
    await route.fulfill({ response, json: { ...me, boards } })
  })
}
