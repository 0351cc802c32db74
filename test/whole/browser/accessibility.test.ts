import { describe, expect, test } from 'vitest'
import { duplicateLabel } from '#messages/label-messages.ts'
import { columnActions, SELECTION } from '#messages/selection-messages.ts'
import {
  axeViolations,
  cardOf,
  columnOf,
  dragOver,
  live,
  openPage,
  reopen,
  signIn,
  withoutBoardNames,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

const DEVICES = [
  { name: 'desktop, light', options: { colorScheme: 'light' as const } },
  { name: 'desktop, dark', options: { colorScheme: 'dark' as const } },
  {
    name: 'phone, dark',
    options: {
      colorScheme: 'dark' as const,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    },
  },
]

describe.each(DEVICES)('every screen ($name)', ({ options }) => {
  test('has no axe violation and no Content-Security-Policy violation', async () => {
    const { page } = await openPage(running.browser, options)
    await withoutBoardNames(page)
    await page.goto(running.board.url)
    await page.getByRole('heading', { name: 'Connect to a board' }).waitFor()
    expect(await axeViolations(page), 'connect').toEqual([])

    await page.goto('about:blank')
    await signIn(page, running.board.url, running.board.keys.member)
    await cardOf(page, 101).waitFor()
    expect(await axeViolations(page), 'board').toEqual([])

    await page.getByRole('button', { name: /^Workspace/ }).click()
    await page.getByRole('menuitemradio', { name: 'Board 12, member' }).waitFor()
    expect(await axeViolations(page), 'picker').toEqual([])
    await page.getByRole('button', { name: 'Details of Demo member' }).click()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page), 'key details').toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Rename this board…' }).click()
    await page.getByLabel('Board 12').waitFor()
    expect(await axeViolations(page), 'local names').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'low' }).click()
    expect(await axeViolations(page), 'filter').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
    await page.getByRole('dialog', { name: 'Label visible cards' }).waitFor()
    expect(await axeViolations(page), 'label visible cards').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
    await page.getByRole('menuitem', { name: 'Clear filters' }).click()

    await page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' }).click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Released' }).waitFor()
    expect(await axeViolations(page), 'move menu').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByRole('radio', { name: 'teal' }).waitFor()
    const nameField = page.getByRole('dialog', { name: 'Labels' }).getByLabel('Name')
    await nameField.fill('bug')
    await page.getByText(duplicateLabel('bug')).waitFor()
    expect(await axeViolations(page), 'labels').toEqual([])
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page), 'rejected label').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit docs' }).click()
    await page.getByRole('button', { name: 'Merge into…' }).click()
    await page.getByRole('dialog', { name: 'Merge label docs' }).waitFor()
    expect(await axeViolations(page), 'merge').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Merge label docs' }).waitFor({ state: 'detached' })
    await nameField.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Labels' }).waitFor({ state: 'detached' })

    await cardOf(page, 101).click()
    await page.getByRole('button', { name: 'Add label' }).click()
    await page.getByRole('group', { name: 'Labels' }).getByRole('checkbox').first().waitFor()
    expect(await axeViolations(page), 'card').toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('[data-sheet]').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    expect(await axeViolations(page), 'palette').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const target = options.viewport ? 'Queued' : 'Review'
    await dragOver(page, cardOf(page, 101), columnOf(page, target))
    await page.locator('[data-board][data-dragging]').waitFor()
    expect(await axeViolations(page), 'during a drag').toEqual([])
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })

  test('has no axe violation while cards are selected, moved together, and arranged', async () => {
    const { page } = await openPage(running.browser, options)
    // The board stays as it is for the other tests.
    const error = { code: 'conflicts', message: 'conflicts in README.md' }
    await page.route('**/v1/cards/*', (route) => route.fulfill({ status: 409, json: { error } }))
    await signIn(page, running.board.url, running.board.keys.member)
    await live(page)
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Number' }).click()
    expect(await axeViolations(page), 'view menu').toEqual([])
    await page.getByRole('menuitem', { name: 'Save view…' }).click()
    await page.getByRole('dialog', { name: 'Saved views' }).getByLabel('Name').fill('Mine')
    expect(await axeViolations(page), 'saved views').toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: columnActions('Queued') }).click()
    await page.getByRole('menuitem', { name: /^Select all/ }).waitFor()
    expect(await axeViolations(page), 'column menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    const toolbar = page.getByRole('toolbar', { name: SELECTION })
    await toolbar.getByText('2 cards selected').waitFor()
    expect(await axeViolations(page), 'selection').toEqual([])
    await toolbar.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Review', exact: true }).waitFor()
    expect(await axeViolations(page), 'move menu of a selection').toEqual([])
    await page.getByRole('menuitem', { name: 'Building', exact: true }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog', { name: 'Move 2 cards to Building' }).waitFor()
    expect(await axeViolations(page), 'outcomes').toEqual([])
  })

  test('has no axe violation with lanes, as a list, and with a collapsed column', async () => {
    const { page } = await openPage(running.browser, options)
    await signIn(page, running.board.url, running.board.keys.viewer)
    await live(page)
    const board = page.url()
    for (const query of [
      'group=assignee&collapse=1202',
      'group=label&q=a',
      'view=list',
      'view=list&group=priority&density=compact&without=labels',
    ]) {
      await reopen(page, `${board}&${query}`)
      await page.locator('[data-board] [data-card-number]').first().waitFor()
      await live(page)
      expect(await axeViolations(page), query).toEqual([])
    }
  })
})
