import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardOf, columnOf, openPage, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** Everything that a page keeps, as text: what is stored, what is drawn, where it is. */
function traces(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const stores: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        const plain = (value: unknown): unknown => {
          if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
          if (value instanceof CryptoKey) return `key, extractable: ${value.extractable}`
          if (value !== null && typeof value === 'object') return Object.values(value).map(plain)
          return value
        }
        stores.push(JSON.stringify(values.map(plain)))
      }
      database.close()
    }
    return {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      indexedDB: stores.join(),
      address: window.location.href + document.referrer + JSON.stringify(history.state),
      title: document.title,
      page: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map((field) => field.value).join(),
      cookies: document.cookie,
      // Not the navigation's own entry: it holds the address as it was typed, in memory, until the page is left.
      timings: performance
        .getEntries()
        .filter((entry) => entry.entryType !== 'navigation')
        .map((entry) => entry.name)
        .join(),
    }
  })
}

test.each([
  { name: 'kept in the tab', remember: false },
  { name: 'remembered', remember: true },
])('a key leaves no trace on a whole journey: $name', async ({ remember }) => {
  const canary = running.board.keys.everywhere ?? ''
  expect(canary).toMatch(/^kbs_/)
  const before = running.board.output()
  const { page, expectClean, close } = await openPage(running.browser)
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('request', (request) => seen.push(request.url(), request.postData() ?? '', request.headers().referer ?? ''))
  page.on('framenavigated', (frame) => {
    // The address that was typed: the page erases the key from it before anything else runs.
    if (!frame.url().endsWith(`#key=${canary}`)) seen.push(frame.url())
  })
  const look = async (where: string) => {
    const { sessionStorage: session, ...others } = await traces(page)
    for (const [place, text] of Object.entries(others)) expect(text.includes(canary), `${where}: ${place}`).toBe(false)
    const entries = Object.entries(JSON.parse(session ?? '{}')).filter(([, value]) => String(value).includes(canary))
    expect(
      entries.map(([name]) => name),
      where,
    ).toEqual(remember || where === 'before it is used' ? [] : ['trunkline.session-secrets'])
  }

  await page.goto(`${running.board.url}#key=${canary}`)
  if (remember) await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await look('before it is used')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: /^Board 12/ }).click()
  const number = remember ? 122 : 121
  await cardOf(page, number).waitFor()
  await look('board')
  await cardOf(page, number).focus()
  await page.keyboard.press(']')
  await status(page, new RegExp(`#${number} .* moved from Queued to Building`)).waitFor()
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('button', { name: 'Details of Demo everywhere' }).click()
  await page.getByRole('dialog', { name: 'Key Demo everywhere' }).waitFor()
  await look('details')
  await page.keyboard.press('Escape')
  await page.goto(`${running.board.url}?w=14`)
  await columnOf(page, 'Intake').waitFor()
  await look('after a new load')
  await page.goBack()
  await columnOf(page, 'Queued').waitFor()
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('button', { name: 'Remove key Demo everywhere' }).click()
  await page.getByRole('heading', { name: 'Connect to a board' }).waitFor()
  const { sessionStorage: session, ...others } = await traces(page)
  expect(session).not.toContain(canary)
  for (const [place, text] of Object.entries(others)) expect(text.includes(canary), `removed: ${place}`).toBe(false)
  expect(others.indexedDB ?? '', 'its encrypted form goes too').not.toContain('"secret:')

  expect(seen.filter((text) => text.includes(canary))).toEqual([])
  expect(running.board.output().slice(before.length)).not.toContain(canary)
  for (const file of readdirSync(join(DIST, 'assets'))) {
    expect(readFileSync(join(DIST, 'assets', file)).includes(canary), file).toBe(false)
  }
  expectClean()
  await close()
})

test('a key that is removed in one tab is gone from all tabs, within 100 ms', async () => {
  for (const remember of [false, true]) {
    const { page: first, expectClean, close } = await openPage(running.browser)
    await first.goto(`${running.board.url}#key=${running.board.keys.viewer}`)
    if (remember) await first.getByRole('checkbox', { name: 'Remember on this device' }).check()
    await first.getByRole('button', { name: 'Connect' }).click()
    await cardOf(first, 102).waitFor()
    const second = await first.context().newPage()
    if (remember) await second.goto(running.board.url)
    else await signIn(second, running.board.url, running.board.keys.viewer)
    await cardOf(second, 102).waitFor()
    await second.evaluate(() => {
      new MutationObserver(() => {
        const isGone = document.querySelector('[data-card-id]') === null
        if (isGone && Reflect.get(window, 'goneAt') === undefined) Reflect.set(window, 'goneAt', Date.now())
      }).observe(document.body, { childList: true, subtree: true })
    })
    await first.getByRole('button', { name: /^Workspace/ }).click()
    const remove = first.getByRole('button', { name: 'Remove key Demo viewer' })
    await remove.evaluate((button) => {
      button.addEventListener('click', () => Reflect.set(window, 'pressedAt', Date.now()), { capture: true })
    })
    await remove.click()
    await second.getByRole('heading', { name: 'Connect to a board' }).waitFor()
    const pressedAt: number = await first.evaluate(() => Reflect.get(window, 'pressedAt'))
    const goneAt: number = await second.evaluate(() => Reflect.get(window, 'goneAt'))
    expect(goneAt - pressedAt, remember ? 'remembered' : 'in each tab').toBeLessThan(100)
    expect(await second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      running.board.keys.viewer ?? '',
    )
    expectClean()
    await close()
  }
})
