import { expect, test } from 'vitest'
import { cardOf, columnOf, dragOver, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('in forced colors, what is chosen, the flow line, priorities, and actions can be seen', async () => {
  const { page } = await openPage(running.browser, { forcedColors: 'active' })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await cardOf(page, 101).waitFor()
  const style = (selector: string, pseudo: string | undefined, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [pseudo, property]) =>
          getComputedStyle(element, pseudo).getPropertyValue(property ?? ''),
        [pseudo, property],
      )
  const canvas = await style('body', undefined, 'background-color')

  const blocked = page.getByRole('button', { name: /can’t move$/ })
  expect(await blocked.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('none')
  await blocked.click()
  await page.mouse.click(700, 890)
  expect(await blocked.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid')
  await blocked.click()

  expect(await style('[data-column-head]', '::before', 'background-color')).not.toBe(canvas)
  expect(await style('[data-priority]', '::before', 'background-image')).toContain('gradient')
  expect(await style('[data-card-actions]', '::before', 'background-image')).toContain('gradient')
  expect(await style('[data-card-actions]', '::before', 'visibility')).toBe('visible')
  expect(await style('[data-column-actions]', '::before', 'background-image')).toContain('gradient')
  // The frame of a column and that of its cards would be two boxes.
  expect(await style('[data-column-body]', undefined, 'border-color')).toBe(canvas)
})

test('a disabled column looks different from an allowed one during a drag, in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(running.browser, { colorScheme })
    await signIn(page, running.board.url, running.board.keys.member)
    await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
    const titleColor = (column: string) =>
      columnOf(page, column)
        .locator('h3')
        .first()
        .evaluate((title) => getComputedStyle(title).color)
    const card = await cardOf(page, 101).boundingBox()
    await page.mouse.move((card?.x ?? 0) + 40, (card?.y ?? 0) + 30)
    await page.mouse.down()
    await page.mouse.move((card?.x ?? 0) + 90, (card?.y ?? 0) + 60, { steps: 5 })
    await expect.poll(() => titleColor('Staging')).not.toBe(await titleColor('Review'))
    const carried = page.locator('body > .cursor-grabbing > article')
    const [ground, other] = await Promise.all([
      carried.evaluate((element) => getComputedStyle(element).backgroundColor),
      cardOf(page, 102).evaluate((element) => getComputedStyle(element).backgroundColor),
    ])
    // In the dark a shadow can't be seen, so a lifted card has another ground.
    if (colorScheme === 'dark') expect(ground).not.toBe(other)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  }
})

test('the verdict of a drag has an edge in forced colors, and the count of its column', async () => {
  const { page } = await openPage(running.browser, { forcedColors: 'active' })
  await signIn(page, running.board.url, running.board.keys.member)
  const card = columnOf(page, 'Queued').locator('article').first()
  await dragOver(page, card, columnOf(page, 'Review'))
  const verdict = page.getByRole('note')
  await verdict.waitFor()
  expect(await verdict.evaluate((note) => getComputedStyle(note).borderTopStyle)).toBe('solid')
  const count = await columnOf(page, 'Review').getByRole('listitem').count()
  expect(Number(/\d+/.exec(await verdict.innerText())?.[0])).toBeGreaterThanOrEqual(count)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})
