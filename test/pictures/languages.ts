import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { LANGUAGE_NAMES, MAIN_LANGUAGE } from '../../src/model/languages.ts'
import { dismissHints } from '../support/browser.ts'
import { LANGUAGE_STATES, reachState } from '../support/language-states.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { textsIn } from '../support/page-texts.ts'
import { buildPseudoPage, pseudo, servePage } from '../support/pseudo-language.ts'
import { startBoard } from '../support/start-board.ts'

/**
 * Takes a picture of the states of the page in each language but English, in the pseudo language,
 * and in the pseudo language from right to left. `npm run pictures:languages -- NAME…` takes only those whose name
 * contains a NAME.
 */

const FOLDER = fileURLToPath(new URL('../../pictures', import.meta.url))
const SETTLE_MS = 300

const SIZES: readonly BrowserContextOptions[] = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
]

const directory = await buildPseudoPage()
const others = await Promise.all(
  Object.keys(LANGUAGE_NAMES)
    .filter((name) => name !== MAIN_LANGUAGE)
    .map(async (name) => ({
      name,
      textOf: await textsIn(name),
      isPseudo: false,
      isMirrored: false,
    })),
)
const pseudoTexts = await textsIn('en', pseudo)
const PAGES = [
  ...others,
  { name: 'pseudo', textOf: pseudoTexts, isPseudo: true, isMirrored: false },
  { name: 'pseudo rtl', textOf: pseudoTexts, isPseudo: true, isMirrored: true },
]

const wanted = process.argv.slice(2)
const states = LANGUAGE_STATES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
mkdirSync(FOLDER, { recursive: true })
const browser = await launchBrowser({ showsScrollbars: true })
const board = await startBoard(['--scripted-demo'])
for (const language of PAGES) {
  for (const state of states) {
    for (const size of SIZES) {
      const locale = language.isPseudo ? MAIN_LANGUAGE : language.name
      const context = await browser.newContext({ ...size, locale, serviceWorkers: 'block' })
      const page = await context.newPage()
      if (!state.showsHints) await dismissHints(page)
      if (language.isPseudo) await servePage(page, directory)
      if (language.isMirrored) {
        await page.addInitScript(() => {
          document.addEventListener('readystatechange', () => {
            document.documentElement.dir = 'rtl'
          })
        })
      }
      await reachState(page, board, state, language.textOf)
      await page.waitForTimeout(SETTLE_MS)
      const file = `${language.name} ${state.name} ${size.viewport?.width}.png`
      await page.screenshot({ path: join(FOLDER, file) })
      await context.close()
    }
  }
}
await browser.close()
await board.stop()
console.info(`${states.length} states, ${SIZES.length * PAGES.length} pictures each`)
