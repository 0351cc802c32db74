import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { movedBy } from '#messages/activity-entry-messages.ts'
import { moveBackEffect } from '#messages/card-repository-messages.ts'
import { ATTENTION } from '#messages/evidence-messages.ts'
import { moved, movedBack, notMoved } from '#messages/move-messages.ts'
import { showOlderCards } from '#messages/view-messages.ts'
import { messages } from '#service/messages/messages.ts'
import {
  announced,
  axeViolations,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  focusedCard,
  openBrowser,
  openPage,
  refresh,
  signIn,
} from '#test/support/browser.ts'
import { cloneRepository, createRepository } from '#test/support/git-repository.ts'
import { createDataDirectory, type RunningBoard, startBoard } from '#test/support/start-board.ts'

const text = messages.repository

let browser: Browser
/** The demo, over its real repository. */
let demo: RunningBoard
let demoRepository: string

beforeAll(async () => {
  const data = createDataDirectory()
  demoRepository = join(data, 'demo-repository.git')
  ;[browser, demo] = await Promise.all([
    openBrowser(),
    startBoard([], data, { BOARD_SCRIPTED_DEMO: '' }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

/** Stops with the test, after the pages that were opened on it: they would report that it is gone. */
async function startTestBoard(args: readonly string[]): Promise<RunningBoard> {
  const board = await startBoard(args)
  onTestFinished(async () => {
    await board.stop()
  })
  return board
}

function git(...args: string[]): string {
  return execFileSync('git', ['--git-dir', demoRepository, ...args])
    .toString()
    .trim()
}

async function drag(page: Page, number: number, column: string): Promise<void> {
  await dragOver(page, cardOf(page, number), columnOf(page, column))
  await page.mouse.up()
}

test('a dragged card is merged, and the page says so only then', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  await cardOf(page, 102).waitFor()
  await drag(page, 102, 'Building')
  await announced(page, moved('#102 Page through audit entries', 'Queued', 'Building'))
  expect(git('log', '-1', '--format=%an: %s', 'main')).toBe(
    'Demo maintainer: Merge card/102-page-through-audit-entries into main (card 102)',
  )
})

test('Undo reverts a merge, and the card can be promoted again', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  const title = '#103 Explain quota errors in the CLI'
  await cardOf(page, 103).waitFor()
  await drag(page, 103, 'Building')
  await announced(page, moved(title, 'Queued', 'Building'))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  // In the order of the newest commits.
  await announced(page, movedBack(title, 'Queued', false))
  expect(git('log', '-1', '--format=%B', 'main')).toContain('This reverts commit')
  // By a key: the card may still be on its way to its place in the column.
  await focusCardOf(page, 103)
  await page.keyboard.press(']')
  await announced(page, moved(title, 'Queued', 'Building'))
})

test('the verdict of a drag names the files that would conflict, and the card stays', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  const card = cardOf(page, 107)
  await card.getByText(ATTENTION.conflicts).waitFor()
  await dragOver(page, card, columnOf(page, 'Review'))
  const files = 'src/move-avatars-to-object-storage.ts'
  await page.getByRole('note').getByText(`Would conflict: ${files}`).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await columnOf(page, 'Building').locator('[data-card-number="107"]').waitFor()
})

test('the longest sign beside a pull request is whole, and makes room for the actions of the card', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  const card = cardOf(page, 121)
  const sign = card.getByText(ATTENTION.changes)
  await sign.waitFor()
  await page.mouse.move(0, 0)
  const hidden = () => sign.evaluate((text) => text.scrollWidth - text.clientWidth)
  expect(await hidden()).toBe(0)
  await card.hover()
  expect(await hidden()).toBeGreaterThan(0)
  // With the focus, the checkbox is in sight, too.
  await page.mouse.move(0, 0)
  await card.focus()
  const end = () => sign.evaluate((text) => Number.parseFloat(getComputedStyle(text).paddingRight))
  expect(await end()).toBe(28)
})

test('a move back asks first, by keys alone', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  const main = git('rev-parse', 'main')
  await cardOf(page, 105).focus()
  await page.keyboard.press('[')
  const question = page.getByRole('alertdialog')
  await question.getByText(moveBackEffect(['Building'])).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await focusedCard(page)).toBe('105')
  expect(git('rev-parse', 'main')).toBe(main)
  await page.keyboard.press('[')
  await question.waitFor()
  await page.keyboard.press('Enter')
  await columnOf(page, 'Queued').locator('[data-card-number="105"]').waitFor()
  await expect.poll(() => git('log', '-1', '--format=%B', 'main')).toContain('This reverts commit')
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the panel says what a card is made of: %s, %i pixels', async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, hasTouch: width < 500 }
  const { page } = await openPage(browser, options)
  await signIn(page, demo.url, demo.keys.maintainer)
  await cardOf(page, 104).focus()
  await page.keyboard.press('Enter')
  const section = page.getByRole('region', { name: 'Repository' })
  await section.getByText('card/104-drop-the-legacy-session-table').waitFor()
  await section.getByText(/^In Building.*: its changes are also in/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const isWide = (element: Element) => element.scrollWidth > element.clientWidth + 1
  expect(await section.evaluate(isWide)).toBe(false)
})

test('each refusal is git’s own, and names the file or the check', async () => {
  const { page } = await openPage(browser)
  await signIn(page, demo.url, demo.keys.maintainer)
  const refusals = [
    [106, 'Review', text.checkRed('unit-tests', '')],
    [107, 'Building', text.conflicts('review', ['src/move-avatars-to-object-storage.ts'], 0)],
    [111, 'Queued', text.nothingToMerge('main')],
  ] as const
  for (const [number, from, reason] of refusals) {
    await cardOf(page, number).waitFor()
    const title = await cardOf(page, number).getByRole('heading').first().textContent()
    await cardOf(page, number).focus()
    await page.keyboard.press(']')
    await announced(page, notMoved(`#${number} ${title}`, reason))
    const card = columnOf(page, from).locator(`[data-card-number="${number}"]`)
    await card.getByText('Blocked').waitFor()
    await card.getByText(reason).waitFor()
  }
})

test('a push from another clone moves the card on the open page, which announces it', async () => {
  const repository = createRepository(['staging'])
  repository.commit('card/9-clock', { 'clock.txt': '1' }, { message: 'Wind the clock' })
  repository.git('config', 'receive.denyCurrentBranch', 'ignore')
  const board = await startTestBoard(['--repo', repository.path])
  const { page } = await openPage(browser)
  await signIn(page, board.url, board.keys.owner)
  await columnOf(page, 'Work').locator('[data-card-number="9"]').waitFor()
  const colleague = cloneRepository(repository.path)
  colleague.git('checkout', '--quiet', 'main')
  colleague.git('merge', '--quiet', '--no-ff', '-m', 'By hand', 'origin/card/9-clock')
  colleague.git('push', '--quiet', 'origin', 'main')
  // With the next poll.
  await announced(page, movedBy({ type: 'repository' }, '#9 Wind the clock', 'Work', 'Main'))
  await columnOf(page, 'Main').locator('[data-card-number="9"]').waitFor()
})

test('the page says that checks are running, and then where the card is', async () => {
  const repository = createRepository([])
  const config = {
    columns: [
      { name: 'Work', rule: 'work' },
      { name: 'Main', rule: { branch: 'main' } },
    ],
    checks: { command: ['sh', '-c', 'sleep 20'] },
  }
  repository.commit('main', { '.board.json': JSON.stringify(config) })
  repository.commit('card/3-bell', { 'bell.txt': '1' }, { message: 'Ring the bell' })
  const board = await startTestBoard(['--repo', repository.path, '--allow-check-command'])
  const { page } = await openPage(browser)
  await signIn(page, board.url, board.keys.owner)
  await cardOf(page, 3).waitFor()
  await drag(page, 3, 'Main')
  await announced(page, text.commandRunning('sh -c sleep 20'))
  await columnOf(page, 'Work').locator('[data-card-number="3"]').waitFor()
  await expect
    .poll(() => repository.git('log', '-1', '--format=%s', 'main'), { interval: 500 })
    .toBe('Merge card/3-bell into main (card 3)')
  await refresh(page)
  await columnOf(page, 'Main').locator('[data-card-number="3"]').waitFor()
})

test('an older card that is moved back to the first column stays in sight, beside those that are folded', async () => {
  const repository = createRepository([])
  const days = { daysAgo: 400 }
  for (const number of [3, 4, 5]) {
    repository.commit(`card/${number}-old`, { [`${number}.txt`]: '1\n' }, days)
  }
  repository.commit('main', { '4.txt': '1\n' }, { merging: 'card/4-old' })
  repository.leave()
  const board = await startTestBoard(['--repo', repository.path])
  const { page } = await openPage(browser)
  await signIn(page, board.url, board.keys.owner)
  await columnOf(page, 'Main').locator('[data-card-number="4"]').waitFor()
  await page.getByRole('button', { name: showOlderCards(2) }).waitFor()
  expect(await columnOf(page, 'Work').locator('article').count()).toBe(0)
  await drag(page, 4, 'Work')
  await page.getByRole('button', { name: 'Move back' }).click()
  await columnOf(page, 'Work').locator('[data-card-number="4"]').waitFor()
  await page.getByRole('button', { name: showOlderCards(2) }).waitFor()
  await expect.poll(() => focusedCard(page)).toBe('4')
})
