import { expect, test } from 'vitest'
import { boxOf, cardOf, changeBoard, columnOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('columns don’t overlap in print, also without an event before it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Storefront', { exact: true }).last().waitFor()
  const boxes = await page
    .locator('[data-column-body]')
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().toJSON()))
  const overlaps = boxes.flatMap(({ right }, index) => {
    const next = boxes[index + 1]
    return next && next.left < right ? [right - next.left] : []
  })
  expect(boxes.length).toBeGreaterThan(3)
  expect(overlaps).toEqual([])
  await page.emulateMedia({ media: 'screen' })
})

test('the board is printed in light colors when the dark theme is chosen', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  const colorScheme = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(colorScheme).toBe('dark')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(colorScheme).toBe('light')
})

test('a printed list that is not complete says how many cards are missing', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, (board) => {
    const [column] = board.columns
    const [task] = column.tasks
    column.tasks = Array.from({ length: 200 }, (_, index) => ({
      ...task,
      id: 900_000 + index,
      number: 5_000 + index,
    }))
    return board
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 5_000).waitFor()
  const queued = columnOf(page, 'Queued')
  const note = queued.getByText(/more not printed$/)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(() => queued.locator('article').count()).toBeGreaterThan(40)
  await expect
    .poll(async () => {
      const printed = await queued.locator('article').count()
      return (await note.textContent()) === `${200 - printed} more not printed`
    })
    .toBe(true)
  // On a screen, it is for screen readers only.
  expect((await boxOf(note)).width).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect((await boxOf(note)).width).toBeGreaterThan(40)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => queued.locator('article').count()).toBeLessThan(30)
})
