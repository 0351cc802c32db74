import type { Locator, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { moved } from '#messages/move-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  columnOf,
  holdRequests,
  live,
  openPage,
  signIn,
  signInEarly,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

/** Paths of API requests and of scripts, in the order in which they start. */
function recordRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    // Later, the page waits for changes.
    const isLater = 'prefer' in request.headers()
    if (/^\/v1\/|\.js$/.test(pathname) && !isLater) paths.push(pathname)
  })
  return paths
}

test.each([
  ['for this tab', false],
  ['remembered, and encrypted', true],
])(
  'with a key %s, the board loads at once, each part with one request',
  async (_, isRemembered) => {
    const { page } = await openPage(running.browser)
    await page.goto(`${running.board.url}#key=${running.board.keys.member}`)
    if (isRemembered) await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
    // The last that a page loads of itself: it must not count for the page after it.
    const isLoaded = page.waitForResponse('**/v1/board/activity')
    await page.getByRole('button', { name: 'Connect' }).click()
    await cardOf(page, 102).waitFor()
    await isLoaded

    // The board doesn't wait for the credential, and neither waits for the app's own code.
    const paths = recordRequests(page)
    const answerCredential = await holdRequests(page, '**/v1/me')
    const answerApp = await holdRequests(page, '**/assets/first-*.js')
    await page.reload({ waitUntil: 'commit' })
    const wanted = ['/v1/me', '/v1/board', '/v1/labels']
    await expect.poll(() => wanted.filter((path) => paths.includes(path))).toEqual(wanted)
    expect(await page.locator('article').count()).toBe(0)
    answerCredential()
    answerApp()
    await cardOf(page, 102).waitFor()
    await live(page)
    // What has happened comes after the board, once.
    const all = [...wanted, '/v1/board/activity']
    await expect.poll(() => all.filter((path) => paths.includes(path))).toEqual(all)
    expect(paths.filter((path) => path.startsWith('/v1/')).sort()).toEqual(all.sort())
  },
)

test('the browser compiles the scripts of the first screen while they arrive', async () => {
  const { page } = await openPage(running.browser)
  await page.goto(running.board.url)
  const html = await page.content()
  const matches = html.matchAll(/(?:src|href)="(\/assets\/(\w+)-[^"]+\.js)"/g)
  const paths = new Map([...matches].map(([, path, name]) => [name, path]))
  expect([...paths.keys()].sort()).toEqual(['boot', 'first', 'react'])
  for (const path of paths.values()) {
    const script = await (await fetch(new URL(path ?? '', running.board.url))).text()
    expect(script.split('\n')[0], path).toBe('//# allFunctionsCalledOnLoad')
  }
})

test('what says that the page loads doesn’t flash when the load is quick', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  const answerCredential = await holdRequests(page, '**/v1/me')
  const answerBoard = await holdRequests(page, '**/v1/board')
  await page.reload({ waitUntil: 'commit' })
  const progress = [
    { answer: answerCredential, shown: page.locator('main p[role="status"]') },
    { answer: answerBoard, shown: page.locator('main [data-board][role="status"]') },
  ]
  for (const { answer, shown } of progress) {
    await expect.poll(() => shown.count()).toBe(1)
    expect(await visibilityAt(shown, { isStarted: false })).toBe('hidden')
    expect(await visibilityAt(shown, { isStarted: true })).toBe('visible')
    answer()
  }
  await cardOf(page, 102).waitFor()
})

/** The visibility of an element while the page starts, or later. */
function visibilityAt(element: Locator, { isStarted }: { isStarted: boolean }): Promise<string> {
  return element.evaluate((shown, value) => {
    document.documentElement.toggleAttribute('data-started', value)
    return getComputedStyle(shown).visibility
  }, isStarted)
}

test('a wrong guess costs one request and shows nothing wrong', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.everywhere)
  await page.getByRole('button', { name: /^Storefront/ }).click()
  await cardOf(page, 102).waitFor()
  // The board that was open last is gone, as far as this key is concerned.
  await page.addInitScript(() => {
    const text = window.origin === 'null' ? undefined : localStorage.getItem('trunkline.recent')
    if (!text) return
    const stored = JSON.parse(text)
    stored.recent = [{ ...stored.recent[0], workspaceId: '99' }]
    localStorage.setItem('trunkline.recent', JSON.stringify(stored))
  })
  const boards: (string | undefined)[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const headers = request.headers()
    // The page before can still begin to wait for changes.
    const isLoad = pathname === '/v1/board' && !('prefer' in headers)
    if (isLoad) boards.push(headers['x-service-workspace'])
  })
  await page.goto(running.board.url)
  await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
  expect(boards).toEqual(['99'])
  expect(await page.locator('article, [data-toast]').count()).toBe(0)
  await page.getByRole('button', { name: /^Storefront/ }).click()
  await cardOf(page, 102).waitFor()
})

test('a board in the URL that no request can name leads to the choice of a board', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.goto(`${running.board.url}?w=%E6%9D%BF%0A`)
  await page.getByText('板').first().waitFor()
  expect(await page.locator('article').count()).toBe(0)
})

test('a press becomes a drag also when the code for drags comes later', async () => {
  const { page } = await openPage(running.browser)
  const deliver = await holdAnswers(page)
  await signInEarly(page, running.board.url, running.board.keys.member)
  const from = await boxOf(cardOf(page, 104))
  const to = await boxOf(columnOf(page, 'Review'))
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 40, { steps: 4 })
  expect(await page.locator('[data-dragging]').count()).toBe(0)
  await deliver()
  const dragging = page.locator('[data-board][data-dragging]')
  for (let step = 0; step < 40 && (await dragging.count()) === 0; step += 1) {
    await page.mouse.move(from.x + 90 + step, from.y + 40)
  }
  await page.mouse.move(to.x + to.width / 2, to.y + 140, { steps: 5 })
  await columnOf(page, 'Review').getByText('Move to Review').waitFor()
  await page.mouse.up()
  await announced(page, moved('#104 Drop the legacy session table', 'Building', 'Review'))
})

test('a click on a card counts also when the code that answers it comes later', async () => {
  const { page } = await openPage(running.browser)
  const deliver = await holdAnswers(page)
  await signInEarly(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await deliver()
  await page.getByRole('complementary', { name: /^#101/ }).waitFor()
})

test('an early arrow key leads to the board', async () => {
  const { page } = await openPage(running.browser)
  const deliver = await holdAnswers(page)
  await signInEarly(page, running.board.url, running.board.keys.member)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  await page.evaluate(() => {
    window.addEventListener('keydown', ({ defaultPrevented }) => {
      document.documentElement.dataset.isHandled = String(defaultPrevented)
    })
  })
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.documentElement.dataset.isHandled)).toBe('true')
  await deliver()
  await page.locator('article[data-card-number="101"]:focus').waitFor()
})

test('the cards on the screen stay where they are when a card above them leaves', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 1440, height: 420 },
  })
  await signIn(page, running.board.url, running.board.keys.member)
  const queued = columnOf(page, 'Queued')
  await queued.locator('article').first().waitFor()
  const first = Number(await queued.locator('article').first().getAttribute('data-card-number'))
  await queued.locator('[data-scroller]').hover()
  await page.mouse.wheel(0, 500)
  await expect
    .poll(() => queued.locator('[data-scroller]').evaluate((list) => list.scrollTop))
    .toBeGreaterThan(300)
  const number = await queued.locator('article').evaluateAll((cards) => {
    const isOnScreen = (card: Element) => card.getBoundingClientRect().top > 150
    return Number(cards.find(isOnScreen)?.getAttribute('data-card-number'))
  })
  const before = (await boxOf(cardOf(page, number))).y
  expect(await patchCardElsewhere(running.board, first, { statusId: '1202' })).toBe(200)
  const count = queued.locator('[data-column-head] span').first()
  const countBefore = await count.textContent()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => count.textContent()).not.toBe(countBefore)
  expect(Math.abs((await boxOf(cardOf(page, number))).y - before)).toBeLessThan(2)
})

/** Holds back all that answers a person. Returns the function that lets it arrive. */
async function holdAnswers(page: Page): Promise<() => Promise<unknown>> {
  const deliver = await holdRequests(page, '**/assets/answers-*.js')
  return () => {
    const arrived = page.waitForResponse(/answers-/)
    deliver()
    return arrived
  }
}
