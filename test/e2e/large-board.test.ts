import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxAt, carry, columnOf, openPage, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd(['--demo-cards', '10000'])

/** Card renders since the last call. */
function cardRenders(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counts = globalThis.renderCounts ?? {}
    const { card = 0 } = counts
    counts.card = 0
    return card
  })
}

test('10,000 cards in 12 columns, CPU slowed 4×: few elements, and only what changes renders', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await page.addInitScript(() => {
    globalThis.renderCounts = {}
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  expect(await page.locator('section[data-status-id]').count()).toBe(12)
  const shown = await page
    .locator('section[data-status-id] .column-head span')
    .evaluateAll((spans) =>
      spans.reduce((sum, span) => sum + (/^\d+$/.test(span.textContent ?? '') ? Number(span.textContent) : 0), 0),
    )
  expect(shown).toBe(10_000)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_500)

  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const card = columnOf(page, 'Intake').locator('article').nth(1)
  const number = await card.getAttribute('data-card-number')
  const from = await boxAt(card)
  await page.mouse.move(from.x + 40, from.y + 40)
  await cardRenders(page)
  await page.mouse.down()
  await page.mouse.move(from.x + 50, from.y + 44, { steps: 4 })
  await page.locator('.board[data-dragging]').waitFor()
  expect(await cardRenders(page)).toBeLessThanOrEqual(3)
  for (const name of ['Triage', 'Ready', 'Triage']) {
    const to = await boxAt(columnOf(page, name))
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 10 })
    await columnOf(page, name).getByText(`Move to ${name}`).waitFor()
  }
  expect(await cardRenders(page)).toBe(0)
  await page.mouse.up()
  await status(page, new RegExp(`^#${number} .+ moved from Intake to Triage\\.$`)).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))).toBe(number)

  // The drop, where nothing has to scroll for it: the card leaves, arrives, and no other is drawn anew.
  await page.getByRole('searchbox', { name: 'Filter cards' }).fill('#123')
  await expect.poll(() => page.locator('article[data-card-number]').count()).toBeLessThan(30)
  const few = page.locator('section:has(article)').first().locator('article').first()
  const fewNumber = await few.getAttribute('data-card-number')
  const home = await few.evaluate((element) => element.closest('section')?.querySelector('h2')?.textContent)
  const target = home === 'Ready' ? 'Branch' : 'Ready'
  await carry(page, few, columnOf(page, target))
  await page.locator('.board[data-dragging]').waitFor()
  await cardRenders(page)
  await page.mouse.up()
  await columnOf(page, target).locator(`[data-card-number="${fewNumber}"]`).waitFor()
  expect(await cardRenders(page)).toBeLessThanOrEqual(3)
  await status(page, new RegExp(`^#${fewNumber} .+ moved from ${home} to ${target}\\.$`)).waitFor()
  await page.getByRole('searchbox', { name: 'Filter cards' }).fill('')

  // Somebody else changes one card that is in sight; the next read renders that card and no other.
  const seen = columnOf(page, 'Ready').locator('article').nth(2)
  const other = Number(await seen.getAttribute('data-card-number'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.waitForTimeout(1_500)
  await cardRenders(page)
  const answer = await fetch(`${running.board.url}v1/cards/${other}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${running.board.keys.maintainer}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ labelIds: ['1201', '1205'] }),
  })
  expect(answer.status).toBe(200)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await seen.getByText('frontend').waitFor()
  expect(await cardRenders(page)).toBe(1)
  expectClean()
  await close()
})

test('500 labels beside 10,000 cards: opening the manager and the picker renders no card, and typing a few rows', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await page.addInitScript(() => {
    globalThis.renderCounts = {}
  })
  await page.route('**/v1/labels', async (route) => {
    const answer = await route.fetch()
    const own = await answer.json()
    const more = Array.from({ length: 500 - own.length }, (_, index) => ({
      id: String(90_000 + index),
      name: `area ${index}`,
      color: 'teal',
      taskCount: index,
    }))
    await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify([...own, ...more]) })
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.waitForTimeout(1_000)
  await cardRenders(page)

  await page.getByRole('button', { name: 'Labels' }).click()
  const manager = page.getByRole('dialog', { name: 'Labels' })
  await manager
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor()
  expect(await manager.getByRole('listitem').count()).toBeLessThan(40)
  const rows = () => page.evaluate(() => globalThis.renderCounts?.['label row'] ?? 0)
  const before = await rows()
  await manager.getByRole('searchbox').fill('area 4')
  await manager.getByRole('button', { name: 'Edit area 4', exact: true }).waitFor()
  expect((await rows()) - before).toBeLessThan(40)
  await manager.getByRole('searchbox').fill('')
  // The last of 500 is reached by scrolling.
  await manager.locator('.list-scroll').evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect.poll(() => manager.getByRole('listitem').last().getAttribute('aria-posinset')).toBe('500')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await manager.waitFor({ state: 'detached' })

  await columnOf(page, 'Intake').locator('article').nth(1).focus()
  await cardRenders(page)
  await page.keyboard.press('l')
  const picker = page.getByRole('group', { name: 'Labels' })
  await picker.getByRole('checkbox').first().waitFor()
  expect(await picker.getByRole('checkbox').count()).toBeLessThan(40)
  await page.keyboard.type('area 49')
  await picker.getByRole('checkbox', { name: 'area 49', exact: true }).waitFor()
  expect(await cardRenders(page)).toBe(0)
  expectClean()
  await close()
})
