import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { moved, movedBack } from '#messages/move-messages.ts'
import {
  announced,
  answered,
  cardOf,
  columnOf,
  focusCardOf,
  focusedCard,
  live,
  openPage,
  PHONE,
  rendered,
  reopen,
  signIn,
  withoutBoardNames,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

/** One way to use the app, with nothing else. */
interface InputMethod {
  use: (control: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  /** Chooses an option of a native select. */
  choose: (select: Locator, option: string) => Promise<void>
  /** Opens the panel of a card. */
  openCard: (number: number) => Promise<void>
}

/** Most presses that lead to a control of an open screen. */
const MANY = 60

function keyboard(page: Page): InputMethod {
  const isFocused = (control: Locator) =>
    control.evaluate((element) => element === document.activeElement)
  /** Tab leads to the choice of a group that is made, or else to its first one. */
  const reachGroup = async (control: Locator) => {
    const group = await control.getAttribute('name')
    const isReached = () =>
      page.evaluate((name) => document.activeElement?.getAttribute('name') === name, group)
    for (let press = 0; press < MANY && !(await isReached()); press += 1) {
      await page.keyboard.press('Tab')
    }
  }
  const reach = async (control: Locator) => {
    await control.waitFor()
    // Arrows lead through a menu and a group of choices, and Tab through everything else.
    const isInMenu = await control.evaluate((element) => element.closest('[popover]') !== null)
    const isChoice = (await control.getAttribute('type')) === 'radio'
    if (isChoice) await reachGroup(control)
    const key = isInMenu || isChoice ? 'ArrowDown' : 'Tab'
    for (let press = 0; press < MANY && !(await isFocused(control)); press += 1) {
      await page.keyboard.press(key)
    }
    expect(await isFocused(control), `${control} can be reached`).toBe(true)
  }
  return {
    use: async (control) => {
      await reach(control)
      const type = await control.getAttribute('type')
      await page.keyboard.press(type === 'checkbox' || type === 'radio' ? 'Space' : 'Enter')
    },
    type: async (field, text) => {
      await reach(field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    choose: async (select, option) => {
      await reach(select)
      await page.keyboard.type(option)
    },
    openCard: async (number) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
      await page.keyboard.type(`#${number}`)
      await page.getByRole('option', { name: `#${number}` }).waitFor()
      await page.keyboard.press('Enter')
    },
  }
}

function touch(page: Page): InputMethod {
  return {
    use: (control) => control.tap(),
    type: async (field, text) => {
      await field.tap()
      await field.fill('')
      await page.keyboard.insertText(text)
    },
    choose: async (select, option) => {
      await select.tap()
      // A phone shows its own list of options, which no page can reach.
      await select.selectOption({ label: option })
    },
    openCard: (number) => cardOf(page, number).tap(),
  }
}

const running = endToEnd(['--scripted-demo'])

const METHODS = [
  { name: 'a keyboard', method: keyboard, options: {} },
  { name: 'a finger', method: touch, options: PHONE },
]

describe.each(METHODS)('$name is enough', ({ method, options }) => {
  const running = endToEnd()

  async function open(query = '', prepare = (_page: Page) => Promise.resolve()) {
    const { page } = await openPage(running.browser, options)
    await prepare(page)
    await page.goto(`${running.board.url}${query}`)
    const input = method(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    return { page, input, button }
  }
  async function connect(role: string, query = '', prepare?: (page: Page) => Promise<void>) {
    const opened = await open(query, prepare)
    const { page, input, button } = opened
    await input.type(page.getByLabel('API key'), running.board.keys[role] ?? '')
    await input.use(button('Connect'))
    await page.locator('article').first().waitFor()
    await answered(page)
    return opened
  }

  test('to connect, find cards, and clear the filters', async () => {
    const { page, input, button } = await connect('maintainer')
    await input.type(page.getByRole('searchbox', { name: 'Filter cards' }), 'token')
    await page.getByText('2 of 60 cards').first().waitFor()
    await input.use(button('Clear filters'))
    await input.use(button(/can’t move/))
    await page.getByText('3 of 60 cards').first().waitFor()
    await input.use(button(/can’t move/))
    await input.use(button(/^Filter( \d|$)/))
    await input.use(page.getByRole('menuitemcheckbox', { name: 'urgent' }))
    await page
      .getByText(/of 60 cards/)
      .first()
      .waitFor()
  })

  test('to move a card, undo that, and read why another card was rejected', async () => {
    const { page, input, button } = await connect('member', '?w=12')
    const panel = page.locator('[data-sheet]')
    await input.openCard(101)
    await input.use(button('Move to…'))
    await input.use(page.getByRole('menuitem', { name: 'Building' }))
    await announced(page, moved('#101 Rotate signing keys', 'Queued', 'Building'))
    await input.use(button('Undo'))
    await announced(page, movedBack('#101 Rotate signing keys', 'Queued', true))
    // The panel stays, also on a phone, where it covers the whole board.
    await input.use(panel.getByRole('button', { name: 'Close' }))
    await input.openCard(106)
    await input.use(button('Move to…'))
    await input.use(page.getByRole('menuitem', { name: 'Verified' }))
    await cardOf(page, 106).getByText('checks are red').waitFor()
  })

  test('to change the labels of a card, and to go from card to card', async () => {
    const { page, input, button } = await connect('maintainer', '?w=12')
    const panel = page.locator('[data-sheet]')
    await input.openCard(103)
    await input.use(button('Remove label docs'))
    await input.use(button('Add label'))
    await input.type(page.getByRole('searchbox', { name: 'Find a label' }), 'quota')
    await input.use(button(/^Create/))
    await panel.getByRole('button', { name: 'Remove label quota' }).waitFor()
    await input.use(button('Next card'))
    await panel.getByRole('heading', { name: /^Fix time zone/ }).waitFor()
    await input.use(panel.getByRole('button', { name: 'Close' }))
    await panel.waitFor({ state: 'detached' })
  })

  test('to create, edit, merge, and delete labels, and to label all visible cards', async () => {
    const { page, input, button } = await connect('maintainer', '?w=12')
    await input.use(button('Labels'))
    await input.use(button('New label'))
    await input.type(page.getByRole('textbox', { name: 'Name' }), 'needs design')
    await input.use(page.getByRole('radio', { name: 'pink' }))
    await input.use(button('Create label'))
    await input.use(button('Edit needs design'))
    await input.type(page.getByRole('textbox', { name: 'Name' }), 'design')
    await input.use(button('Save label'))
    await input.use(button('Edit docs'))
    await input.use(button('Merge into…'))
    await input.choose(page.getByRole('combobox', { name: 'Merge into' }), 'design')
    await input.use(button('Merge'))
    await page.getByRole('button', { name: 'Edit docs' }).waitFor({ state: 'detached' })
    await input.use(button('Delete bug'))
    await input.type(page.getByLabel('Type bug to delete it.'), 'bug')
    await input.use(button('Delete label'))
    await page.getByRole('button', { name: 'Edit bug' }).waitFor({ state: 'detached' })
    await input.use(
      page.getByRole('dialog', { name: 'Labels' }).getByRole('button', { name: 'Close' }),
    )

    await input.type(page.getByRole('searchbox', { name: 'Filter cards' }), 'token')
    await input.use(button('More'))
    await input.use(page.getByRole('menuitem', { name: 'Label visible cards…' }))
    await input.use(page.getByRole('checkbox', { name: 'design' }))
    await input.use(button('Apply to 2 cards'))
    await page.getByText('2 changed.').first().waitFor()
    await cardOf(page, 122).getByText('design').waitFor()
  })

  test('to add a key, switch boards and projects, rename a board, and restore a removed key', async () => {
    const { page, input, button } = await connect('member', '?w=12', withoutBoardNames)
    const boards = () =>
      input.use(page.getByRole('banner').getByRole('button', { name: /^Workspace/ }))
    await boards()
    await input.use(button('Add key'))
    await input.type(page.getByLabel('API key'), running.board.keys.everywhere ?? '')
    await input.use(button('Connect'))
    await page.locator('article').first().waitFor()
    await boards()
    await input.use(page.getByRole('menuitemradio', { name: /^Board 13/ }))
    await input.use(button('Desktop'))
    await cardOf(page, 105).waitFor()
    await boards()
    await input.use(button('Rename this board…'))
    await input.type(page.getByLabel('Board 13'), 'Reader')
    await input.use(button('Save names'))
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Reader/ })
      .waitFor()
    await boards()
    await input.use(button(/^Details of Demo member/))
    await input.use(button('Remove key'))
    await input.use(button('Undo'))
    await boards()
    await button(/^Details of Demo member/).waitFor()
  })

  test('to choose the theme, refresh, and turn the single keys off', async () => {
    const { page, input, button } = await connect('viewer', '?w=12')
    await input.use(button('More'))
    await input.use(page.getByRole('menuitemradio', { name: 'Dark theme' }))
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await input.use(button('More'))
    await input.use(page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }))
    const loaded = page.waitForResponse('**/v1/board*')
    await page.keyboard.press('Escape')
    await input.use(button('Refresh'))
    await loaded
  })
})

test('frequent tasks take few key presses', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.everywhere, '?w=13&p=42')
  await cardOf(page, 105).waitFor()
  // The project of a board is remembered after the first screen.
  await live(page)
  await reopen(page, `${running.board.url}?w=12`)
  await focusCardOf(page, 102)
  const presses = new Map<string, number>()
  const task = async (name: string, keys: readonly string[], isDone: () => Promise<unknown>) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      // A person types no faster than the page answers.
      await rendered(page, 2)
    }
    await isDone()
    presses.set(name, keys.length)
  }
  const isIn = (column: string) => () =>
    columnOf(page, column).locator('[data-card-number="102"]').waitFor()

  await task('move to the next column', [']'], isIn('Building'))
  await task('move to any column', ['m', 'v', 'Enter'], isIn('Verified'))
  await task('open', ['Enter'], () => page.locator('[data-sheet]').waitFor())
  await task('close', ['Escape'], () => expect.poll(() => focusedCard(page)).toBe('102'))
  await task('add a label', ['l', 'd', 'o', 'Enter'], () =>
    cardOf(page, 102).getByText('docs').waitFor(),
  )
  await task('back to the card', ['Escape', 'Escape'], () =>
    expect.poll(() => focusedCard(page)).toBe('102'),
  )
  await task('undo the label', ['Control+z'], () =>
    cardOf(page, 102).getByText('docs').waitFor({ state: 'detached' }),
  )
  await task('undo the move', ['Control+z'], isIn('Building'))
  await task('find a card', ['/', 'a', 'u', 'd', 'i', 't', 'Enter'], () =>
    expect.poll(() => focusedCard(page)).toBe('102'),
  )
  await task('open the board before', ['w', 'Enter'], () => cardOf(page, 105).waitFor())
  expect(Object.fromEntries(presses)).toEqual({
    'move to the next column': 1,
    'move to any column': 3,
    open: 1,
    close: 1,
    'add a label': 4,
    'back to the card': 2,
    'undo the label': 1,
    'undo the move': 1,
    'find a card': 7,
    'open the board before': 2,
  })
})
