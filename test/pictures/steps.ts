import type { Page } from 'playwright-core'
import { focusCardOf } from '../support/browser.ts'

/** A state of the app that people can see. */
export interface PictureState {
  name: string
  /** The demo key; undefined for the screen without a key. */
  role: 'maintainer' | 'member' | 'viewer' | 'everywhere' | undefined
  /** Like a first visit. Otherwise, the hints have been dismissed. */
  showsHints?: true
  /** The query of the URL. */
  query?: string
  /** Answers requests in place of the service, before the page is open. */
  mock?: (page: Page) => Promise<unknown>
  /** A state that people reach by changing the board. Each picture then has its own board. */
  changesBoard?: true
  /** Leads from the open board to the state. */
  reach?: (page: Page) => Promise<unknown>
}

export const press = (key: string) => (page: Page) => page.keyboard.press(key)
export const clickButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

export async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type(text)
}

export async function openLabels(page: Page): Promise<void> {
  await clickButton(/^Labels$/)(page)
  await page.getByRole('button', { name: 'New label' }).waitFor()
}

export async function openCard(page: Page, number: number): Promise<void> {
  await focusCardOf(page, number)
  await page.keyboard.press('Enter')
  await page.locator('[data-sheet]').waitFor()
}

export async function pressOnCard(page: Page, number: number, key: string): Promise<void> {
  await focusCardOf(page, number)
  await page.keyboard.press(key)
}

export const fail = (pattern: string, status: number, body: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status, json: body }))

export async function changeBoard(page: Page, change: (board: { columns: unknown[] }) => unknown) {
  await page.route('**/v1/board*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: change(await response.json()) })
  })
}

export const COLUMN = { statusId: 'a', name: 'Queued', minRole: 'member', kind: 'stage' }
export const task = (number: number, more: object = {}) => ({
  id: String(number),
  number,
  title: `Card ${number}`,
  statusId: 'a',
  priority: 'medium',
  labels: [],
  ...more,
})

/** Selects three cards of the first column. */
export async function selectCards(page: Page): Promise<void> {
  await focusCardOf(page, 101)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('toolbar').getByText('3 cards selected').waitFor()
}

export async function moveSelected(page: Page): Promise<void> {
  await selectCards(page)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Building', exact: true }).click()
}
