import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { announced, answered, cardOf, columnOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Everything that a page stores or shows, as text by place. */
function readPageData(page: Page): Promise<Record<string, string>> {
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
      url: window.location.href + document.referrer + JSON.stringify(history.state),
      title: document.title,
      page: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map((field) => field.value).join(),
      cookies: document.cookie,
      // Without the navigation entry: the browser keeps the entered URL there, in memory, until the
      // page unloads.
      timings: performance
        .getEntries()
        .filter((entry) => entry.entryType !== 'navigation')
        .map((entry) => entry.name)
        .join(),
    }
  })
}

test.each([
  { name: 'stored for this tab', remember: false },
  { name: 'remembered on this device', remember: true },
])(
  'a key does not appear in storage, the page, URLs, logs, or bundles from sign-in to removal: $name',
  async ({ remember }) => {
    const canary = running.board.keys.everywhere ?? ''
    expect(canary).toMatch(/^kbs_/)
    const outputBefore = running.board.output()
    const { page } = await openPage(running.browser)
    const loggedTexts: string[] = []
    page.on('console', (message) => loggedTexts.push(message.text()))
    page.on('request', (request) =>
      loggedTexts.push(request.url(), request.postData() ?? '', request.headers().referer ?? ''),
    )
    page.on('framenavigated', (frame) => {
      // Skip the entered URL: the page removes the key from it before any other code runs.
      if (!frame.url().endsWith(`#key=${canary}`)) loggedTexts.push(frame.url())
    })
    const expectNoSecret = async (step: string) => {
      const { sessionStorage: session, ...others } = await readPageData(page)
      for (const [place, text] of Object.entries(others))
        expect(text.includes(canary), `${step}: ${place}`).toBe(false)
      const entries = Object.entries(JSON.parse(session ?? '{}')).filter(([, value]) =>
        String(value).includes(canary),
      )
      expect(
        entries.map(([name]) => name),
        step,
      ).toEqual(remember || step === 'before sign-in' ? [] : ['trunkline.session-secrets'])
    }

    await page.goto(`${running.board.url}#key=${canary}`)
    if (remember) await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
    await expectNoSecret('before sign-in')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: /^Storefront/ }).click()
    const number = remember ? 122 : 121
    await cardOf(page, number).waitFor()
    await answered(page)
    await expectNoSecret('board')
    await cardOf(page, number).focus()
    await page.keyboard.press(']')
    await announced(page, new RegExp(`#${number} .* moved from Queued to Building`))
    await page.getByRole('button', { name: /^Workspace/ }).click()
    await page.getByRole('button', { name: 'Details of Demo everywhere' }).click()
    await page.getByRole('dialog', { name: 'Key Demo everywhere' }).waitFor()
    await expectNoSecret('details')
    await page.keyboard.press('Escape')
    await page.goto(`${running.board.url}?w=14`)
    await columnOf(page, 'Intake').waitFor()
    await expectNoSecret('after a reload')
    await page.goBack()
    await columnOf(page, 'Queued').waitFor()
    await page.getByRole('button', { name: /^Workspace/ }).click()
    await page.getByRole('button', { name: 'Remove key Demo everywhere' }).click()
    await page.getByRole('heading', { name: 'Connect to a board' }).waitFor()
    const { sessionStorage: session, ...others } = await readPageData(page)
    expect(session).not.toContain(canary)
    for (const [place, text] of Object.entries(others))
      expect(text.includes(canary), `removed: ${place}`).toBe(false)
    expect(others.indexedDB ?? '', 'the encrypted secret is removed too').not.toContain('"secret:')

    expect(loggedTexts.filter((text) => text.includes(canary))).toEqual([])
    expect(running.board.output().slice(outputBefore.length)).not.toContain(canary)
    for (const file of readdirSync(join(DIST, 'assets'))) {
      expect(readFileSync(join(DIST, 'assets', file)).includes(canary), file).toBe(false)
    }
  },
)

test('removing a key in one tab removes it from all tabs, before they load anything', async () => {
  for (const remember of [false, true]) {
    const { page: first } = await openPage(running.browser)
    await first.goto(`${running.board.url}#key=${running.board.keys.viewer}`)
    if (remember) await first.getByRole('checkbox', { name: 'Remember on this device' }).check()
    await first.getByRole('button', { name: 'Connect' }).click()
    await cardOf(first, 102).waitFor()
    const second = await first.context().newPage()
    if (remember) await second.goto(running.board.url)
    else await signIn(second, running.board.url, running.board.keys.viewer)
    await cardOf(second, 102).waitFor()
    await second.route('**/v1/**', (route) => route.abort())
    await first.getByRole('button', { name: /^Workspace/ }).click()
    await first.getByRole('button', { name: 'Remove key Demo viewer' }).click()
    await second.getByRole('heading', { name: 'Connect to a board' }).waitFor()
    expect(await second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      running.board.keys.viewer ?? '',
    )
  }
})
