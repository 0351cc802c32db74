import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { NEW_VERSION } from '#messages/app-messages.ts'
import { cardOf, live, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { startFaultyFront } from '#test/support/faulty-front.ts'

const running = endToEnd()

/** A page whose service worker is in charge, over a server that can fail. */
async function openInstalled() {
  const front = await startFaultyFront(running.board.url)
  onTestFinished(() => front.close())
  const { page } = await openPage(
    running.browser,
    { serviceWorkers: 'allow' },
    /ERR_|status of|Failed to fetch/,
  )
  await signIn(page, front.url, running.board.keys.member)
  await live(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  return { page, front }
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('the page opens without a connection, says when the board was loaded, and shows it on Retry', async () => {
  const { page, front } = await openInstalled()
  front.setFault('cut')
  // As an installed page opens.
  await page.goto(front.url)
  await page.getByText(/last loaded on this device on \w+ \d+, \d+ at \d\d:\d\d:\d\d/).waitFor()
  expect(await page.locator('article').count()).toBe(0)
  const logos = page.locator('img[src="/favicon.svg"]')
  expect(
    await logos.evaluateAll((all) => all.map((logo) => Reflect.get(logo, 'naturalWidth') > 0)),
  ).toEqual([true])
  front.setFault('none')
  await page.getByRole('button', { name: 'Retry' }).click()
  await cardOf(page, 101).waitFor()
})

test('only files of the page are kept, and a sign-in link is left to the browser', async () => {
  const { page, front } = await openInstalled()
  const paths = await keptPaths(page)
  expect(paths).toContain('/')
  expect(paths.length).toBeGreaterThan(8)
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([
    '/favicon.svg',
  ])
  const plain = await page.goto(front.url)
  expect(plain?.fromServiceWorker()).toBe(true)
  await page.goto('about:blank')
  const withKey = await page.goto(`${front.url}#key=${running.board.keys.viewer}`)
  expect(withKey?.fromServiceWorker()).toBe(false)
  const loads: boolean[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/v1/')) {
      loads.push(response.fromServiceWorker())
    }
  })
  await page.getByRole('button', { name: 'Connect' }).click()
  await cardOf(page, 101).waitFor()
  expect(loads.length).toBeGreaterThan(0)
  expect(loads).not.toContain(true)
})

const OTHER_VERSION = 'f'.repeat(12)

/** The service worker of another version. Its files are other ones, unless the page is of it. */
function otherVersion(text: string, isOfPage: boolean): string {
  const changed = text.replace(/\b[0-9a-f]{12}\b/g, OTHER_VERSION)
  expect(changed).not.toBe(text)
  return isOfPage ? changed : changed.replace(/["'`]\/assets\/answers-[\w-]+\.js["'`],/, '')
}

const update = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

const isWaiting = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.waiting !== null || registration.installing !== null
  })

const versions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')))

test('a new version is offered, and nothing changes before a person accepts', async () => {
  const { page, front } = await openInstalled()
  const [first] = await versions(page)
  front.changeFile('/shell-worker.js', (text) => otherVersion(text, false))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await update(page)
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await toasts.getByText(NEW_VERSION).waitFor()
  expect(await toasts.getByText(NEW_VERSION).count()).toBe(1)
  expect(await isWaiting(page)).toBe(true)
  expect(loads).toBe(0)
  await toasts.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads).toBe(1)
  await cardOf(page, 101).waitFor()
  expect(await isWaiting(page)).toBe(false)
  // A tab may still run the first one.
  expect(await versions(page)).toEqual([first, `trunkline-shell-${OTHER_VERSION}`])
})

test('a page that is of the new version already isn’t asked', async () => {
  const { page, front } = await openInstalled()
  front.changeFile('/shell-worker.js', (text) => otherVersion(text, true))
  await update(page)
  await expect.poll(async () => (await versions(page)).length).toBe(2)
  await expect.poll(() => isWaiting(page)).toBe(false)
  expect(await page.getByText(NEW_VERSION).count()).toBe(0)
})

test('another language replaces what is kept', async () => {
  const { page, front } = await openInstalled()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  const isGerman = page.locator('html[lang="de"]')
  await isGerman.waitFor({ state: 'attached' })
  const workerUrl = () =>
    page.evaluate(() => navigator.serviceWorker.controller?.scriptURL.split('/').at(-1))
  await expect.poll(workerUrl).toBe('shell-worker.de.js')
  front.setFault('cut')
  await page.goto(front.url)
  await isGerman.waitFor({ state: 'attached' })
  await page.getByText(/auf diesem Gerät zuletzt am/).waitFor()
})

test('the color of an installed window follows the theme that a person chose', async () => {
  const { page } = await openPage(running.browser, { colorScheme: 'light' })
  await signIn(page, running.board.url, running.board.keys.member)
  const windowColor = () =>
    page.evaluate(() => {
      const colors = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
      return [...colors].find(({ media }) => matchMedia(media).matches)?.content
    })
  expect(await windowColor()).toBe('#ffffff')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect.poll(windowColor).toBe('#18191b')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'System theme' }).click()
  await expect.poll(windowColor).toBe('#ffffff')
})
