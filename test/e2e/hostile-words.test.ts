import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

/** What a service that means harm, or a person who may write titles, could send in any text. */
const MARKUP = `"'><script>pwned()</script><img src=x onerror=pwned()><svg onload=pwned()><a href="javascript:pwned()">x</a>`
const STYLE = `red;} * { display: none } </style> url(https://evil.example/x) javascript:pwned() //evil.example/\\`
const MARKS = `\u202e\u2066\u200f${`Z${'\u0301\u0489\u0336'.repeat(30)}`.repeat(12)}\u200b\u200d\ufeff\u2028\n\t\u0007 ﷽﷽﷽`
const WORDS = '__proto__ constructor {{7*7}} #{7*7} %s %00 &lt;b&gt; \\u003c 0x1 \u202e \ud83d\udc69\u200d\ud83d\udcbb '
const PAYLOADS = {
  'markup, styles, marks and odd words': [MARKUP, STYLE, MARKS, WORDS].join(' '),
  'a text without end or break': 'W'.repeat(5_000),
} as const

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

/** Texts of the interface that are shown; ids are made hostile by a tail, so that they still tell things apart. */
const TEXTS = new Set(['name', 'title', 'priority', 'color', 'reason', 'detail', 'kind', 'requestId', 'code', 'type'])
const IDS = new Set(['id', 'statusId', 'projectId', 'organizationId', 'clientId'])

function poisoned(json: unknown, payload: string, key = ''): unknown {
  if (Array.isArray(json)) return json.map((item) => poisoned(item, payload, key))
  if (typeof json === 'object' && json !== null) {
    const entries = Object.entries(json).map(([name, value]) => [name, poisoned(value, payload, name)] as const)
    return Object.fromEntries([...entries, [payload.slice(0, 300), payload]])
  }
  if (typeof json !== 'string') return json
  if (TEXTS.has(key)) return `${json} ${payload}`
  if (IDS.has(key) || key === 'labels') return `${json}${payload.slice(0, 400)}`
  return key === 'scopes' ? payload : json
}

/** Has every answer of the service poisoned; `fault` makes requests that it names fail, in hostile words. */
async function poison(page: Page, payload: string): Promise<{ fault: (pattern: RegExp | undefined) => void }> {
  let failing: RegExp | undefined
  await page.route('**/v1/**', async (route: Route) => {
    const request = route.request()
    if (failing?.test(`${request.method()} ${request.url()}`)) {
      return route.fulfill({ status: 409, json: { detail: payload, title: payload, requestId: payload } })
    }
    const url = request.url().replace(/(projectId=\d+)[^&]*/, '$1')
    const { 'if-none-match': _, ...headers } = request.headers()
    const answer = await route.fetch({ url, headers })
    const { etag: __, ...rest } = answer.headers()
    await route.fulfill({ status: answer.status(), headers: rest, json: poisoned(await answer.json(), payload) })
  })
  return {
    fault: (pattern) => {
      failing = pattern
    },
  }
}

/** What stands out of its frame, or makes the page scroll sideways, as far as a person could see it. */
async function escapes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} wide`)
    const frames = '.app-header, .card, .column-head > *, dialog, .menu, .notice, [role="alert"], form'
    for (const frame of document.querySelectorAll<HTMLElement>(frames)) {
      if (!frame.checkVisibility()) continue
      const name = `${frame.tagName}.${frame.className.slice(0, 30)}`
      if (frame.scrollWidth > frame.clientWidth + 1) found.push(`${name}: ${frame.scrollWidth} in ${frame.clientWidth}`)
      const { left, right } = frame.getBoundingClientRect()
      const head = frame.closest('.column-head')?.getBoundingClientRect()
      if (head && (left < head.left - 1 || right > head.right + 1)) found.push(`${name}: out of its column’s head`)
      const floats = frame.matches('dialog, .menu, .notice')
      if (floats && (left < -1 || right > window.innerWidth + 1)) found.push(`${name}: from ${left} to ${right}`)
    }
    return found
  })
}

const VIEWS: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['board', async () => undefined],
  ['actions', (page) => page.locator('.card-actions').first().click()],
  [
    'move menu',
    async (page) => {
      await page.locator('.card-actions').first().click()
      await page.getByRole('menuitem', { name: 'Move to…' }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  [
    'card',
    (page) =>
      page
        .locator('article[data-card-id] h3')
        .first()
        .click({ position: { x: 5, y: 5 } }),
  ],
  [
    'blocked card',
    async (page) => {
      await page.goto(`${running.board.url}?w=12&blocked=1`)
      await page
        .locator('article[data-blocked] h3')
        .first()
        .click({ position: { x: 5, y: 5 } })
    },
  ],
  ['filter', (page) => page.getByRole('button', { name: /^Filter by label/ }).click()],
  ['workspaces', (page) => page.locator('[aria-keyshortcuts="W"]').click()],
  [
    'key details',
    async (page) => {
      await page.locator('[aria-keyshortcuts="W"]').click()
      await page.getByRole('button', { name: /^Details of/ }).click()
    },
  ],
  ['commands', (page) => page.keyboard.press('Control+k')],
  ['labels', (page) => page.getByRole('button', { name: 'Labels', exact: true }).click()],
  [
    'label form',
    async (page) => {
      await page.getByRole('button', { name: 'Labels', exact: true }).click()
      await page.locator('[data-act^="edit "]').first().click()
    },
  ],
  [
    'deletion',
    async (page) => {
      await page.getByRole('button', { name: 'Labels', exact: true }).click()
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'merge',
    async (page) => {
      await page.getByRole('button', { name: 'Labels', exact: true }).click()
      await page.locator('[data-act^="edit "]').first().click()
      await page.getByRole('button', { name: 'Merge into…' }).click()
    },
  ],
  [
    'label many',
    async (page) => {
      await page.getByRole('button', { name: /^Filter by label/ }).click()
      await page.getByRole('menuitem', { name: 'Label the shown cards…' }).click()
    },
  ],
  [
    'not understood',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('menuitem', { name: 'What was not understood' }).click()
    },
  ],
]

/** Back to the board alone, as a person gets there. */
async function home(page: Page): Promise<void> {
  const above = page.locator('dialog[open], .menu')
  for (let press = 0; press < 4 && (await above.count()) > 0; press += 1) await page.keyboard.press('Escape')
  if ((await above.count()) > 0 || /card=|blocked=/.test(page.url())) await page.goto(`${running.board.url}?w=12`)
  await page.locator('article[data-card-id]').first().waitFor()
}

describe.concurrent.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('on a %s screen', (size) => {
  test.concurrent.each(Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[])(
    '%s in every text and id runs nothing, fetches nothing and stays in its frame, in every view',
    async (kind) => {
      const payload = PAYLOADS[kind]
      const { page, expectClean, close } = await openPage(running.browser, { viewport: SIZES[size] })
      const own = new URL(running.board.url).origin
      const foreign: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== own) foreign.push(request.url())
      })
      await page.addInitScript(() => Reflect.set(window, 'pwned', () => Reflect.set(window, 'isPwned', true)))
      const { fault } = await poison(page, payload)
      await signIn(page, running.board.url, running.board.keys.maintainer)
      await page.locator('article[data-card-id]').first().waitFor()
      const found: string[] = []
      const look = async (view: string) => {
        for (const one of await escapes(page)) found.push(`${view}: ${one}`)
      }
      for (const [view, open] of VIEWS) {
        await open(page)
        if (view !== 'board') await page.locator('dialog[open], .menu').first().waitFor()
        await page.waitForTimeout(120)
        await look(view)
        await home(page)
      }
      // What is refused, in hostile words: on the card and in the notice, then in the place of the board.
      fault(/PATCH/)
      await page.locator('article[data-card-id]').first().focus()
      await page.keyboard.press(']')
      await page.locator('.notice').waitFor()
      await look('refusal')
      fault(/\/v1\/board/)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByRole('alert').first().waitFor()
      await look('strip')
      await page.reload()
      await page.getByRole('alert').first().waitFor()
      await look('failure')
      expect([...new Set(found)]).toEqual([])
      expect(foreign).toEqual([])
      expect(await page.evaluate(() => Reflect.get(window, 'isPwned'))).toBeUndefined()
      expect(await page.locator('script').count(), 'no script but the page’s own').toBe(1)
      expectClean()
      await close()
    },
  )

  test.concurrent.each(Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[])(
    '%s does no more on the way to a board: a refused key, the choice of board and project, names',
    async (kind) => {
      const { page, expectClean, close } = await openPage(running.browser, { viewport: SIZES[size] })
      const found: string[] = []
      const look = async (view: string) => {
        for (const one of await escapes(page)) found.push(`${view}: ${one}`)
      }
      const { fault } = await poison(page, PAYLOADS[kind])
      fault(/\/v1\/me/)
      await signIn(page, running.board.url, running.board.keys.everywhere)
      await page.getByRole('alert').waitFor()
      await look('refused key')
      fault(undefined)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
      await look('choice of board')
      await page.getByRole('button', { name: /^Board 13/ }).click()
      await page.getByRole('heading', { name: 'Choose a project' }).waitFor()
      await look('choice of project')
      await page.getByLabel('Project id').fill('42')
      await page.getByRole('button', { name: 'Open project' }).click()
      await page.locator('article[data-card-id]').first().waitFor()
      await page.locator('[aria-keyshortcuts="W"]').click()
      await page.getByRole('button', { name: 'Name this board…' }).click()
      await page.getByLabel('Board 13').fill(PAYLOADS[kind])
      await page.getByRole('button', { name: 'Save names' }).click()
      await page.locator('[aria-keyshortcuts="W"]').click()
      await page.locator('.menu').waitFor()
      await look('names')
      expect([...new Set(found)]).toEqual([])
      expectClean()
      await close()
    },
  )
})
