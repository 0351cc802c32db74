import type { Page } from 'playwright-core'
import { answered, cardOf, focusCardOf, rendered, withoutBoardNames } from './browser.ts'
import type { PageTexts } from './page-texts.ts'
import type { RunningBoard } from './start-board.ts'

/** A state of the page that is reached without its textOf, or with those of its language. */
export interface LanguageState {
  name: string
  /** The demo key; undefined for the screen without a key. */
  role: 'maintainer' | 'member' | 'viewer' | 'everywhere' | undefined
  /** Of the URL. */
  query?: string
  showsHints?: true
  /** The service doesn't name its boards. */
  isNameless?: true
  /** Leads from the open board to the state. */
  reach?: (page: Page, textOf: PageTexts) => Promise<unknown>
}

const dialog = (page: Page) => page.locator('dialog[open]').first().waitFor()
const menu = (page: Page) => page.locator('[role="menu"]').first().waitFor()

const pressOn =
  (number: number, ...keys: readonly string[]) =>
  async (page: Page) => {
    await focusCardOf(page, number)
    for (const key of keys) await page.keyboard.press(key)
  }

/** Its number: another state may have moved the one before. */
async function firstCard(page: Page): Promise<number> {
  return Number(await page.locator('article').first().getAttribute('data-card-number'))
}

/** Keys that lead to a dialog. */
const opensDialog =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    await cardOf(page, 104).waitFor()
    for (const key of keys) await page.keyboard.press(key)
    await dialog(page)
  }

/** Runs the command with this name, which opens a dialog. */
const runs = (word: string) => async (page: Page, textOf: PageTexts) => {
  await cardOf(page, 104).waitFor()
  await page.keyboard.press('Control+k')
  const option = page.getByRole('option', { name: textOf(word), exact: true })
  await page.locator('[aria-modal]:popover-open').waitFor()
  await page.keyboard.type(textOf(word))
  await option.click()
  await dialog(page)
}

const clicks =
  (role: 'button', word: string, ready: (page: Page) => Promise<void> = menu) =>
  async (page: Page, textOf: PageTexts) => {
    await page
      .getByRole(role, { name: textOf(word) })
      .first()
      .click()
    await ready(page)
  }

const openPanel = async (page: Page) => {
  await pressOn(110, 'Enter')(page)
  await page.locator('[data-sheet]').waitFor()
}

export const LANGUAGE_STATES: readonly LanguageState[] = [
  { name: 'connect', role: undefined },
  { name: 'board', role: 'member' },
  { name: 'first visit', role: 'viewer', showsHints: true },
  { name: 'choose a board', role: 'everywhere' },
  { name: 'filter', role: 'member', query: '?w=12&priority=high&blocked=1&q=a' },
  { name: 'no matches', role: 'member', query: '?w=12&q=zzz' },
  { name: 'list', role: 'member', query: '?w=12&view=list&group=priority' },
  { name: 'lanes', role: 'member', query: '?w=12&group=assignee&collapse=1202' },
  { name: 'wall display', role: 'viewer', query: '?w=12&tv=1' },
  { name: 'filter menu', role: 'member', reach: clicks('button', 'FILTER') },
  { name: 'view menu', role: 'member', reach: clicks('button', 'VIEW') },
  { name: 'more menu', role: 'member', reach: clicks('button', 'MORE') },
  {
    name: 'workspaces',
    role: 'everywhere',
    query: '?w=12',
    reach: async (page) => {
      await cardOf(page, 104).waitFor()
      await page.keyboard.press('w')
      await menu(page)
    },
  },
  {
    name: 'card menu',
    role: 'member',
    reach: async (page) => {
      await cardOf(page, 104).click({ button: 'right' })
      await menu(page)
    },
  },
  {
    name: 'move menu',
    role: 'member',
    reach: async (page) => {
      await pressOn(104, 'm')(page)
      await menu(page)
    },
  },
  { name: 'panel', role: 'member', reach: openPanel },
  {
    name: 'label picker',
    role: 'member',
    reach: async (page) => {
      await pressOn(104, 'l')(page)
      await page.locator('[data-sheet] [role="listbox"], [data-sheet] fieldset').first().waitFor()
    },
  },
  { name: 'labels', role: 'maintainer', reach: opensDialog('g', 'l') },
  {
    name: 'new label',
    role: 'maintainer',
    reach: async (page, textOf) => {
      await opensDialog('g', 'l')(page)
      await page.getByRole('button', { name: textOf('NEW_LABEL'), exact: true }).click()
      await page.getByRole('textbox', { name: textOf('NAME'), exact: true }).waitFor()
    },
  },
  { name: 'shortcuts', role: 'member', reach: opensDialog('?') },
  { name: 'activity', role: 'member', reach: opensDialog('g', 'a') },
  { name: 'export', role: 'member', reach: runs('EXPORT_VISIBLE_CARDS') },
  { name: 'key', role: 'member', reach: runs('DETAILS_OF_THIS_KEY') },
  { name: 'names', role: 'member', isNameless: true, reach: runs('RENAME_THIS_BOARD') },
  {
    name: 'saved views',
    role: 'member',
    query: '?w=12&sort=priority',
    reach: runs('SAVE_THIS_VIEW'),
  },
  {
    name: 'selection',
    role: 'member',
    reach: async (page) => {
      const first = await firstCard(page)
      await pressOn(first, 'x', 'Shift+ArrowDown', 'Shift+ArrowDown')(page)
      await page.getByRole('toolbar').waitFor()
    },
  },
  {
    name: 'palette',
    role: 'member',
    reach: async (page) => {
      await cardOf(page, 104).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'moved',
    role: 'maintainer',
    reach: async (page) => {
      await pressOn(await firstCard(page), ']')(page)
      await page.locator('[data-toast]').first().waitFor()
    },
  },
]

/** Opens the board with the key of the state, and leads to it. */
export async function reachState(
  page: Page,
  { url, keys }: RunningBoard,
  { role, query, isNameless, reach }: LanguageState,
  textOf: PageTexts,
): Promise<void> {
  if (isNameless) await withoutBoardNames(page)
  if (role === undefined) await page.goto(url)
  else {
    await page.goto(`${url}${query ?? ''}#key=${keys[role]}`)
    await page.getByRole('button', { name: textOf('CONNECT'), exact: true }).click()
    await page.locator('[data-app-header], [data-wall]').waitFor()
    await answered(page)
  }
  const content = ['article', '[role="row"][data-index]', 'main button']
  const visible = content.map((selector) => `${selector}:visible`).join()
  await page.locator(visible).first().waitFor()
  await reach?.(page, textOf)
  await rendered(page)
}
