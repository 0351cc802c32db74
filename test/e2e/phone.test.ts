import { expect, test } from 'vitest'
import { boxAt, cardOf, columnOf, openPage, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a tap beside a sheet closes it and presses nothing; a moved card is not under the notice', async () => {
  const { page, expectClean, close } = await openPage(running.browser, PHONE)
  await signIn(page, running.board.url, running.board.keys.member)
  const actions = page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' })
  await actions.tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Building' }).waitFor()
  const beside = await boxAt(cardOf(page, 102))
  await page.touchscreen.tap(beside.x + 60, beside.y + 40)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  // Whatever the tap pressed besides would have opened by now: opening is drawn in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.getByRole('dialog').count()).toBe(0)

  await actions.tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Building' }).tap()
  await status(page, '#101 Rotate signing keys moved from Queued to Building.').waitFor()
  await expect
    .poll(async () => {
      const [card, notice] = [await boxAt(cardOf(page, 101)), await boxAt(page.locator('.notice'))]
      return notice.y - (card.y + card.height)
    })
    .toBeGreaterThanOrEqual(0)
  const strip = page.getByRole('navigation', { name: 'Columns' })
  await expect.poll(() => strip.locator('[aria-current]').textContent()).toContain('Building')
  expectClean()
  await close()
})

test('a long column name widens nothing, and leaves the line of the flow straight', async () => {
  for (const options of [PHONE, {}]) {
    const { page, expectClean, close } = await openPage(running.browser, options)
    await page.route('**/v1/board*', async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replace('"Building"', `"Building ${'averyverylongname'.repeat(5)} and more"`)
      await route.fulfill({ response: answer, body: text })
    })
    await signIn(page, running.board.url, running.board.keys.viewer)
    await columnOf(page, 'Queued').waitFor()
    const heads = await page.locator('.column-head').evaluateAll((all) =>
      all.map((head) => {
        const { width, bottom } = head.getBoundingClientRect()
        return { width: Math.round(width), bottom: Math.round(bottom), name: head.querySelector('h2')?.scrollWidth }
      }),
    )
    for (const { width, bottom, name } of heads) {
      expect({ width, bottom }, JSON.stringify(heads)).toEqual({ width: heads[0]?.width, bottom: heads[0]?.bottom })
      expect(name).toBeLessThanOrEqual(width)
    }
    expectClean()
    await close()
  }
})

test('a service that says very much leaves the screen to the board', async () => {
  const { page, expectClean, close } = await openPage(running.browser, PHONE)
  await page.route('**/v1/cards/*', (route) =>
    route.fulfill({ status: 409, json: { detail: 'The checks said very much indeed. '.repeat(100) } }),
  )
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).focus()
  await page.keyboard.press(']')
  await page.locator('.notice').waitFor()
  const notice = await boxAt(page.locator('.notice'))
  expect(notice.height).toBeLessThan(844 * 0.4)
  await page.getByRole('button', { name: 'Dismiss' }).tap()
  await page.locator('.notice').waitFor({ state: 'detached' })
  expectClean()
  await close()
})
