import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, cardOf, carry, columnOf, openBrowser, openPage, signIn } from '#test/support/browser.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

let browser: Browser
let board: RunningBoard

beforeAll(async () => {
  ;[browser, board] = await Promise.all([openBrowser(), startBoard()])
})
afterAll(async () => {
  await browser?.close()
  await board?.stop()
})

const SIZES = [
  { name: 'desktop, light', options: { colorScheme: 'light' as const } },
  { name: 'desktop, dark', options: { colorScheme: 'dark' as const } },
  {
    name: 'phone, dark',
    options: { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 }, hasTouch: true },
  },
]

describe.each(SIZES)('no axe and no policy violation: $name', ({ options }) => {
  test('on every screen', async () => {
    const { page, expectClean, close } = await openPage(browser, options)
    await page.goto(board.url)
    await page.getByRole('heading', { name: 'Connect to a board' }).waitFor()
    expect(await axeViolations(page), 'connect').toEqual([])

    await page.goto('about:blank')
    await signIn(page, board.url, board.keys.member)
    await cardOf(page, 101).waitFor()
    expect(await axeViolations(page), 'board').toEqual([])

    await page.getByRole('button', { name: /^Workspace/ }).click()
    await page.getByRole('menuitemradio', { name: 'Board 12, member' }).waitFor()
    expect(await axeViolations(page), 'picker').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' }).click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Released' }).waitFor()
    expect(await axeViolations(page), 'move menu').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByRole('radio', { name: 'teal' }).waitFor()
    expect(await axeViolations(page), 'labels').toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Labels' }).waitFor({ state: 'detached' })

    await cardOf(page, 101).click()
    await page.getByRole('group', { name: 'Labels' }).getByRole('checkbox').first().waitFor()
    expect(await axeViolations(page), 'card').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const target = options.viewport ? 'Queued' : 'Review'
    await carry(page, cardOf(page, 101), columnOf(page, target))
    await page.locator('.board[data-dragging]').waitFor()
    expect(await axeViolations(page), 'mid drag').toEqual([])
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expectClean()
    await close()
  })
})
