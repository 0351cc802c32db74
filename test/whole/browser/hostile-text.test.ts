import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, rendered, reopen, signIn, signInEarly } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

/** Texts that a malicious service, or a person who can edit titles, could send in any field. */
const MARKUP = `"'><script>pwned()</script><img src=x onerror=pwned()><svg onload=pwned()><a href="javascript:pwned()">x</a>`
const CSS_TEXT = `red;} * { display: none } </style> url(https://evil.example/x) javascript:pwned() //evil.example/\\`
const CONTROL_CHARACTERS = `\u202e\u2066\u200f${`Z${'\u0301\u0489\u0336'.repeat(30)}`.repeat(12)}\u200b\u200d\ufeff\u2028\n\t\u0007 ﷽﷽﷽`
const TEMPLATE_SYNTAX =
  '__proto__ constructor {{7*7}} #{7*7} %s %00 &lt;b&gt; \\u003c 0x1 \u202e \ud83d\udc69\u200d\ud83d\udcbb '
const PAYLOADS = {
  'markup, CSS, Unicode control characters, and template syntax': [
    MARKUP,
    CSS_TEXT,
    CONTROL_CHARACTERS,
    TEMPLATE_SYNTAX,
  ].join(' '),
  'a word of 5,000 characters': 'W'.repeat(5_000),
} as const

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

/**
 * Fields of the API that the app shows as text. Ids keep their value as a prefix, so that they stay
 * distinct.
 */
const TEXT_FIELDS = new Set([
  'name',
  'title',
  'priority',
  'color',
  'reason',
  'detail',
  'kind',
  'requestId',
  'code',
  'type',
])
const ID_FIELDS = new Set(['id', 'statusId', 'projectId', 'organizationId', 'clientId'])

function withPayload(json: unknown, payload: string, key = ''): unknown {
  if (Array.isArray(json)) return json.map((item) => withPayload(item, payload, key))
  if (typeof json === 'object' && json !== null) {
    const entries = Object.entries(json).map(
      ([name, value]) => [name, withPayload(value, payload, name)] as const,
    )
    return Object.fromEntries([...entries, [payload.slice(0, 300), payload]])
  }
  if (typeof json !== 'string') return json
  if (TEXT_FIELDS.has(key)) return `${json} ${payload}`
  if (ID_FIELDS.has(key) || key === 'labels') return `${json}${payload.slice(0, 400)}`
  return key === 'scopes' ? payload : json
}

function withoutNames(json: { boards?: object[] }): object {
  const { boards } = json
  return boards ? { ...json, boards: boards.map((board) => ({ ...board, name: undefined })) } : json
}

/**
 * Adds the payload to every response. `failRequests` sets which requests ("METHOD URL") fail with a
 * hostile error message; undefined stops the failures. `isNameless`: the service names no boards.
 */
async function injectPayload(
  page: Page,
  payload: string,
  { isNameless } = { isNameless: false },
): Promise<{ failRequests: (pattern: RegExp | undefined) => void }> {
  let failingRequests: RegExp | undefined
  await page.route('**/v1/**', async (route: Route) => {
    const request = route.request()
    if (failingRequests?.test(`${request.method()} ${request.url()}`)) {
      return route.fulfill({
        status: 409,
        json: { detail: payload, title: payload, requestId: payload },
      })
    }
    const url = request.url().replace(/(projectId=\d+)[^&]*/, '$1')
    const { 'if-none-match': _, ...headers } = request.headers()
    const response = await route.fetch({ url, headers, maxRetries: 2 })
    const { etag: __, ...rest } = response.headers()
    await route.fulfill({
      status: response.status(),
      headers: rest,
      json: withPayload(
        isNameless ? withoutNames(await response.json()) : await response.json(),
        payload,
      ),
    })
  })
  return {
    failRequests: (pattern) => {
      failingRequests = pattern
    },
  }
}

/**
 * Descriptions of visible elements that overflow their container or make the page scroll
 * horizontally.
 */
async function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overflows: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) overflows.push(`the page is ${root.scrollWidth} wide`)
    const selector =
      '[data-app-header], article, [data-column-head] > *, dialog, [popover], [data-toast], [role="alert"], form'
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility()) continue
      const { scrollWidth, clientWidth } = element
      const name = `${element.tagName}.${element.className.slice(0, 30)}`
      if (scrollWidth > clientWidth + 1) overflows.push(`${name}: ${scrollWidth} in ${clientWidth}`)
      const { left, right } = element.getBoundingClientRect()
      const columnHead = element.closest('[data-column-head]')?.getBoundingClientRect()
      const isOutsideHead =
        columnHead && (left < columnHead.left - 1 || right > columnHead.right + 1)
      if (isOutsideHead) overflows.push(`${name}: outside its column head`)
      const isFloating = element.matches('dialog, [popover], [data-toast]')
      if (isFloating && (left < -1 || right > window.innerWidth + 1))
        overflows.push(`${name}: from ${left} to ${right}`)
    }
    return overflows
  })
}

const VIEWS: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['board', async () => undefined],
  ['actions', (page) => page.locator('[data-card-actions]').first().click()],
  [
    'move menu',
    async (page) => {
      await page.locator('[data-card-actions]').first().click()
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
      await reopen(page, `${running.board.url}?w=12&blocked=1`)
      await page
        .locator('article[data-blocked] h3')
        .first()
        .click({ position: { x: 5, y: 5 } })
    },
  ],
  ['filter', (page) => page.getByRole('button', { name: /^Filter( \d|$)/ }).click()],
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
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
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
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Merge into…' }).click()
    },
  ],
  [
    'label visible cards',
    async (page) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
    },
  ],
  [
    'unrecognized data',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Show unrecognized data' }).click()
    },
  ],
]

/** What is over the board. */
const OVERLAYS =
  'dialog[open]:visible, [data-sheet]:visible, [popover=auto]:visible, [aria-modal]:visible'

/**
 * Closes everything over the board with Escape; loads the board again if the URL still has a card
 * or a filter.
 */
async function returnToBoard(page: Page): Promise<void> {
  const overlays = page.locator(OVERLAYS)
  for (let press = 0; press < 4 && (await overlays.count()) > 0; press += 1)
    await page.keyboard.press('Escape')
  if ((await overlays.count()) > 0 || /card=|blocked=/.test(page.url()))
    await reopen(page, `${running.board.url}?w=12`)
  await page.locator('article[data-card-id]').first().waitFor()
}

// One page after the other: together, they would wait for each other for too long.
describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'hostile text on a %s screen',
  (size) => {
    test.for(Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[])(
      '%s in every text and id runs no script, loads nothing from other origins, and does not overflow in any view',
      async (kind, { onTestFinished }) => {
        const payload = PAYLOADS[kind]
        const { page } = await openPage(running.browser, { viewport: SIZES[size], onTestFinished })
        const ownOrigin = new URL(running.board.url).origin
        const otherOriginUrls: string[] = []
        page.on('request', (request) => {
          if (new URL(request.url()).origin !== ownOrigin) otherOriginUrls.push(request.url())
        })
        await page.addInitScript(() =>
          Reflect.set(window, 'pwned', () => Reflect.set(window, 'isPwned', true)),
        )
        const { failRequests } = await injectPayload(page, payload)
        await signIn(page, running.board.url, running.board.keys.maintainer)
        await page.locator('article[data-card-id]').first().waitFor()
        const overflows: string[] = []
        const checkOverflow = async (view: string) => {
          for (const overflow of await findOverflows(page)) overflows.push(`${view}: ${overflow}`)
        }
        for (const [view, open] of VIEWS) {
          await open(page)
          if (view !== 'board') await page.locator(OVERLAYS).first().waitFor()
          await rendered(page)
          await checkOverflow(view)
          await returnToBoard(page)
        }
        // Hostile error messages: on the card and in the toast, then in the banner and in place of
        // the board.
        failRequests(/PATCH/)
        await page.locator('article[data-card-id]').first().focus()
        await page.keyboard.press(']')
        await page.locator('[data-toast]').waitFor()
        await checkOverflow('refusal')
        failRequests(/\/v1\/board/)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await page.getByRole('alert').first().waitFor()
        await checkOverflow('banner')
        await reopen(page)
        await page.getByRole('alert').first().waitFor()
        await checkOverflow('error card')
        expect([...new Set(overflows)]).toEqual([])
        expect(otherOriginUrls).toEqual([])
        expect(await page.evaluate(() => Reflect.get(window, 'isPwned'))).toBeUndefined()
        expect(await page.locator('script:not([src^="/assets/"])').count(), 'foreign scripts').toBe(
          0,
        )
      },
    )

    test.for(Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[])(
      '%s does not overflow before a board is open: key not accepted, choice of board and project, local names',
      async (kind, { onTestFinished }) => {
        const { page } = await openPage(running.browser, { viewport: SIZES[size], onTestFinished })
        const overflows: string[] = []
        const checkOverflow = async (view: string) => {
          for (const overflow of await findOverflows(page)) overflows.push(`${view}: ${overflow}`)
        }
        const { failRequests } = await injectPayload(page, PAYLOADS[kind], { isNameless: true })
        failRequests(/\/v1\/me/)
        await signInEarly(page, running.board.url, running.board.keys.everywhere)
        await page.getByRole('alert').waitFor()
        await checkOverflow('key not accepted')
        failRequests(undefined)
        await page.getByRole('button', { name: 'Connect' }).click()
        await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
        await checkOverflow('choice of board')
        await page.getByRole('button', { name: /^Board 13/ }).click()
        await page.getByRole('heading', { name: 'Choose a project' }).waitFor()
        await checkOverflow('choice of project')
        await page.getByRole('button', { name: 'Another project…' }).click()
        await page.getByLabel('Project id').fill('42')
        await page.getByRole('button', { name: 'Open project' }).click()
        await page.locator('article[data-card-id]').first().waitFor()
        await page.locator('[aria-keyshortcuts="W"]').click()
        await page.getByRole('button', { name: 'Rename this board…' }).click()
        await page.getByLabel('Board 13').fill(PAYLOADS[kind])
        await page.getByRole('button', { name: 'Save names' }).click()
        await page.locator('[aria-keyshortcuts="W"]').click()
        await page.locator('[popover=auto]').waitFor()
        await checkOverflow('local names')
        expect([...new Set(overflows)]).toEqual([])
      },
    )
  },
)
