import type { Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGE_NAMES, LANGUAGES, MAIN_LANGUAGE } from '#model/languages.ts'
import {
  boxOf,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  focusedCard,
  openPage,
  rendered,
  reopen,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { LANGUAGE_STATES, type LanguageState, reachState } from '#test/support/language-states.ts'
import { type PageTexts, textsIn } from '#test/support/page-texts.ts'
import { buildPseudoPage, CLOSE, OPEN, pseudo, servePage } from '#test/support/pseudo-language.ts'

const running = endToEnd(['--scripted-demo'])

const WIDE = { width: 1440, height: 900 }
const PHONE_SIZE = { width: 390, height: 844 }

const openLayers = (page: Page) => page.locator('dialog[open], [popover]:popover-open')

/** All that a person reads or hears: texts, and attributes with text. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, noscript, #old-browser'))
        texts.push(node.textContent ?? '')
    }
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'aria-description']
    for (const element of document.querySelectorAll('*')) {
      for (const name of names) texts.push(element.getAttribute(name) ?? '')
    }
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => /\p{L}/u.test(text))
  })
}

describe('the pseudo language', () => {
  let directory: string
  let textOf: PageTexts
  beforeAll(async () => {
    directory = await buildPseudoPage()
    textOf = await textsIn('en', pseudo)
  })

  /** Opens the page in the pseudo language. `data` gets all strings that the service sends, and the ends of the keys. */
  async function openPseudo(state: LanguageState, viewport = WIDE) {
    const { page } = await openPage(running.browser, {
      viewport,
      showsHints: state.showsHints ?? false,
    })
    const data = new Set(Object.values(running.board.keys).map((key) => key.slice(-4)))
    const responses: Promise<void>[] = []
    const read = async (response: Response) => {
      const body = await response.json().catch(() => null)
      for (const text of stringsIn(body)) data.add(text)
    }
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) responses.push(read(response))
    })
    await servePage(page, directory)
    await reachState(page, running.board, state, textOf)
    await Promise.all(responses)
    return { page, data }
  }

  test.each(LANGUAGE_STATES)(
    '$name has no text of its own, and shows each one whole',
    async (state) => {
      const { page, data } = await openPseudo(state)
      const found = (await textsOf(page)).filter((text) => !isData(outside(text), data))
      expect(found).toEqual([])
      expect(await cutTexts(page)).toEqual([])
      const before = await openLayers(page).count()
      await page.setViewportSize(PHONE_SIZE)
      await rendered(page)
      // A menu closes when the window gets another width.
      const isSame = (await openLayers(page).count()) === before
      const phone = isSame ? page : (await openPseudo(state, PHONE_SIZE)).page
      expect(await cutTexts(phone)).toEqual([])
    },
  )
})

describe('from right to left', () => {
  const MIRRORED: readonly string[] = ['board', 'list', 'lanes', 'filter menu', 'selection']

  test.each(LANGUAGE_STATES.filter(({ name }) => MIRRORED.includes(name)))(
    '$name begins at the right, and nothing is outside of the window',
    async (state) => {
      for (const viewport of [WIDE, PHONE_SIZE]) {
        const { page } = await openPage(running.browser, { viewport, locale: 'en' })
        await mirror(page)
        await reachState(page, running.board, state, await textsIn('en'))
        const first = page.locator('article, [role="row"][data-index]').first()
        await first.waitFor()
        const { x, width } = await boxOf(first)
        const start = viewport.width - (x + width)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThan(40)
        expect(overflow).toBe(0)
      }
    },
  )

  test('the panel of a card is at the left, and doesn’t cover it', async () => {
    const { page } = await openPage(running.browser, { locale: 'en' })
    await mirror(page)
    await signIn(page, running.board.url, running.board.keys.member)
    const last = columnOf(page, 'Staging').locator('article').first()
    await focusCardOf(page, Number(await last.getAttribute('data-card-number')))
    await page.keyboard.press('Enter')
    const panel = page.locator('[data-sheet]')
    await panel.waitFor()
    await expect.poll(async () => (await boxOf(panel)).x).toBe(0)
    const isBeside = async () => (await boxOf(last)).x >= (await boxOf(panel)).width
    await expect.poll(isBeside).toBe(true)
  })

  test('arrow keys lead to the column at their side, and a drag moves the card there', async () => {
    const { page } = await openPage(running.browser, { locale: 'en' })
    await mirror(page)
    await signIn(page, running.board.url, running.board.keys.maintainer)
    const first = Number(await page.locator('article').first().getAttribute('data-card-number'))
    await focusCardOf(page, first)
    const before = await boxOf(cardOf(page, first))
    await page.keyboard.press('ArrowLeft')
    const xOfFocused = async () => (await boxOf(cardOf(page, Number(await focusedCard(page))))).x
    await expect.poll(xOfFocused).toBeLessThan(before.x - before.width / 2)
    await dragOver(page, cardOf(page, first), columnOf(page, 'Building'))
    await page.mouse.up()
    await columnOf(page, 'Building').locator(`[data-card-number="${first}"]`).waitFor()
  })
})

/** As a page in Arabic or Hebrew would be. */
async function mirror(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.dir = 'rtl'
    })
  })
}

const OTHERS = LANGUAGES.filter((language) => language !== MAIN_LANGUAGE)

describe.each(OTHERS)('the page in %s', (language) => {
  test('is what a browser in it gets, until a person chooses English', async () => {
    const { page } = await openPage(running.browser, { locale: language })
    const own = await textsIn(language)
    const english = await textsIn('en')
    const [board] = LANGUAGE_STATES.filter(({ name }) => name === 'more menu')
    if (!board) throw new Error('No state is named “more menu”.')
    await reachState(page, running.board, board, own)
    const languageOf = () => page.locator('html').getAttribute('lang')
    expect(await languageOf()).toBe(language)
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('button', { name: english('VIEW'), exact: true }).waitFor()
    expect(await languageOf()).toBe('en')
    await reopen(page)
    await page.getByRole('button', { name: english('MORE'), exact: true }).click()
    await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click()
    await page.getByRole('button', { name: own('VIEW'), exact: true }).waitFor()
  })

  test('marks the reason of the service with its language [gap G28]', async () => {
    const { page } = await openPage(running.browser, { locale: language })
    const own = await textsIn(language)
    const [board] = LANGUAGE_STATES.filter(({ name }) => name === 'panel')
    if (!board) throw new Error('No state is named “panel”.')
    await reachState(page, running.board, board, own)
    const reasons = page.locator('[data-sheet] [lang="en"], article [lang="en"]')
    expect(await reasons.count()).toBeGreaterThan(0)
    expect(
      await page
        .locator('article p')
        .filter({ hasText: own('BLOCKED') })
        .first()
        .textContent(),
    ).toContain(await reasons.first().textContent())
  })
})

/** What is outside of all brackets. */
function outside(text: string): string {
  let depth = 0
  let rest = ''
  for (const character of text) {
    if (character === OPEN) depth += 1
    else if (character === CLOSE) depth -= 1
    else if (depth === 0) rest += character
  }
  return rest.trim()
}

/** Names of keys, of languages, and of the product, and the initials of people. */
const SAME_EVERYWHERE = new RegExp(
  `^(Trunkline|${Object.values(LANGUAGE_NAMES).join('|')}|[A-Z]( [A-Z])?|[A-Z]{2}|Enter)$`,
)

/** What separates a text of the service from others on the page, or is in it. */
const SEPARATORS = /[·,:()…“”]|\s{2,}|#\d+/

function partsOf(text: string): string[] {
  return text.split(SEPARATORS).map((part) => part.trim())
}

/** All strings in the responses of the service, and their parts. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...partsOf(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Whether each part was sent by the service, or is the same in each language. */
function isData(text: string, data: ReadonlySet<string>): boolean {
  return partsOf(text).every(
    (part) => !/\p{L}/u.test(part) || SAME_EVERYWHERE.test(part) || data.has(part),
  )
}

/** Texts of the page that don't fit into their element, and whose rest nothing shows. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((open) => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(open),
      )
      const style = getComputedStyle(element)
      const clips = style.overflowX !== 'visible' && !/auto|scroll/.test(style.overflowX)
      const isSeen =
        element.checkVisibility() && element.offsetWidth > 1 && style.position !== 'absolute'
      return (
        own &&
        isSeen &&
        ((clips && element.scrollWidth > element.clientWidth + 1) ||
          (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2))
      )
    })
    return cut.map((element) => element.textContent ?? '')
  }, OPEN)
}
