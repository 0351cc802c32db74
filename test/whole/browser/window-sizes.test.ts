import type { BrowserContextOptions, Locator, Page } from 'playwright-core'

import { expect, test } from 'vitest'

import {
  boxOf,
  cardOf,
  columnOf,
  dragOver,
  openPage,
  rendered,
  signIn,
} from '#test/support/browser.ts'

import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

async function openBoard(page: Page, role = 'maintainer') {
  await signIn(page, running.board.url, running.board.keys[role])
  await cardOf(page, 101).waitFor()
}

/** Of the elements on the screen, in the order of the Tab key. */
async function tops(elements: readonly Locator[]): Promise<number[]> {
  const boxes = await Promise.all(elements.map(boxOf))
  return boxes.map(({ y }) => Math.round(y))
}

test('tablets and phones on their side have a header of one row', async () => {
  for (const [width, height] of [
    [820, 1180],
    [844, 390],
    [640, 360],
    // A zoom of 200 % on a screen of 1440 pixels.
    [720, 450],
  ] as const) {
    const { page } = await openPage(running.browser, {
      viewport: { width, height },
    })
    await openBoard(page)
    const header = await boxOf(page.getByRole('banner'))
    expect(header.height, `${width} × ${height}`).toBeLessThan(64)
    const buttons = await page.getByRole('banner').getByRole('button').all()
    for (const button of buttons) {
      const { y, height: own } = await boxOf(button)
      expect(Math.abs(y + own / 2 - header.height / 2), `${width} × ${height}`).toBeLessThan(4)
    }
  }
})

test('on a phone, the Tab key goes through the header from top to bottom', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await openBoard(page)
  const controls = page.getByRole('banner').locator('button, input')
  const all = await tops(await controls.all())
  // Two rows, each with its own height of controls.
  const rows = all.map((top) => (top < 48 ? 1 : 2))
  expect(rows).toEqual([...rows].sort())
})

test('everything that a finger presses is at least 44 pixels high', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await openBoard(page)
  const tooSmall = () =>
    page.evaluate(() => {
      const top = document.querySelector('dialog[open]') ?? document
      const selector = 'button, label:has(input[type="checkbox"]), input, [role^="menuitem"]'
      return [...top.querySelectorAll(selector)].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const { visibility, pointerEvents } = getComputedStyle(element)
        const isInLabel = element.matches('label input')
        const isRadio = element.matches('[type="radio"]')
        // Its target is larger than what is drawn.
        const size = isRadio
          ? height - 2 * Number.parseFloat(getComputedStyle(element, '::after').top)
          : height
        const isHidden = width === 0 || visibility === 'hidden' || isInLabel
        // A finger goes through it, to the card.
        const isPressed = !isHidden && pointerEvents !== 'none'
        return !isPressed || size >= 44
          ? []
          : [`${element.ariaLabel ?? element.textContent} ${size}`]
      })
    })
  expect(await tooSmall()).toEqual([])
  await cardOf(page, 101).tap()
  await page.getByRole('button', { name: 'Add label' }).tap()
  await page.getByRole('checkbox').first().waitFor()
  expect(await tooSmall()).toEqual([])
  await page.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Labels' }).tap()
  await page.getByRole('button', { name: 'New label' }).tap()
  await page.getByRole('radio').first().waitFor()
  expect(await tooSmall()).toEqual([])
})

test('no name of a label is cut off or covered at 320 pixels', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 320, height: 640 },
  })
  await openBoard(page)
  await page.getByRole('button', { name: 'Labels' }).click()
  const list = page.getByRole('list', { name: 'Labels of this board' })
  await list.getByRole('listitem').first().waitFor()
  for (const row of await list.getByRole('listitem').all()) {
    const name = row.locator('bdi').first()
    const text = await name.innerText()
    expect(await name.evaluate((chip) => chip.scrollWidth - chip.clientWidth), text).toBe(0)
    const chip = await boxOf(name)
    const count = await boxOf(row.getByText(/cards?$/))
    const isBeside = chip.x + chip.width <= count.x
    const isAbove = chip.y + chip.height <= count.y + 4
    expect(isBeside || isAbove, text).toBe(true)
  }
})

test('on a phone, the field of a sheet stays where it is while its list gets shorter', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await openBoard(page)
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).tap()
  const field = page.getByRole('searchbox', { name: 'Find a filter' })
  await field.waitFor()
  await rendered(page)
  const before = await boxOf(field)
  await field.fill('urgent')
  await expect.poll(() => page.getByRole('menuitemcheckbox').count()).toBe(1)
  expect(await boxOf(field)).toEqual(before)
  // Above a keyboard that covers the lower half.
  expect((await boxOf(page.getByRole('menuitemcheckbox'))).y).toBeLessThan(844 / 2)
})

test('the flow line begins at the first node and ends at the last one', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 2400, height: 900 },
  })
  await openBoard(page)
  const line = (name: string) =>
    columnOf(page, name)
      .locator('[data-column-head]')
      .evaluate((head) => {
        const { left, right } = getComputedStyle(head, '::before')
        return {
          left: Number.parseFloat(left),
          right: Number.parseFloat(right),
          width: head.clientWidth,
        }
      })
  expect((await line('Queued')).left).toBe(0)
  const last = await line('Released')
  // It ends within the node, which is 10 pixels wide.
  expect(last.width - last.right).toBeLessThanOrEqual(10)
  // In between it has no gap.
  expect((await line('Review')).left).toBeLessThan(0)
})

test('the sign of a blocked card is in the middle of its line', async () => {
  const { page } = await openPage(running.browser)
  await openBoard(page)
  const word = page.locator('[data-blocked] strong').first()
  const { align, size } = await word.evaluate((element) => {
    const sign = getComputedStyle(element, '::before')
    return {
      align: Number.parseFloat(sign.verticalAlign),
      size: Number.parseFloat(sign.height),
    }
  })
  const font = await word.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).fontSize),
  )
  // The middle of capital letters is about 0.36 em above the baseline.
  expect(Math.abs(align + size / 2 - 0.36 * font)).toBeLessThan(1)
})

test('the verdict of a column covers none of its cards, however long it is', async () => {
  const { page } = await openPage(running.browser)
  await page.route('**/v1/me', async (route) => {
    const response = await route.fetch()
    const me = await response.json()
    await route.fulfill({ response, json: { ...me, name: `A key of ${me.name} with a long name` } })
  })
  await openBoard(page, 'maintainer')
  await page.goto(`${running.board.url}?w=12#key=${running.board.keys.member}`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: /^Workspace.*member/ }).waitFor()
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  await dragOver(page, cardOf(page, 101), columnOf(page, 'Staging'))
  const hint = columnOf(page, 'Staging').getByRole('note')
  await hint.getByText(/Your key .* can do this/).waitFor()
  const [verdict, card] = [
    await boxOf(hint),
    await boxOf(columnOf(page, 'Staging').locator('article').first()),
  ]
  expect(verdict.y + verdict.height).toBeLessThanOrEqual(card.y)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('beside a notch, nothing of a sheet or a menu is under it', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await openBoard(page)
  const session = await page.context().newCDPSession(page)
  const insets = { top: 50, bottom: 34, left: 0, right: 0 }
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  expect((await boxOf(page.getByRole('button', { name: /^Workspace/ }))).y).toBeGreaterThanOrEqual(
    50,
  )
  await cardOf(page, 101).tap()
  const closeButton = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  expect((await boxOf(closeButton)).y).toBeGreaterThanOrEqual(50)
  await closeButton.tap()
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).tap()
  const field = page.getByRole('searchbox', { name: 'Find a filter' })
  await field.waitFor()
  await expect.poll(async () => (await boxOf(field)).y).toBeGreaterThanOrEqual(50)
})
