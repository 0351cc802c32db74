import type { Page } from 'playwright-core'
import { cardOf, columnOf, dragOver } from '../support/browser.ts'
import {
  COLUMN,
  changeBoard,
  clickButton,
  fail,
  openCard,
  openLabels,
  openPalette,
  type PictureState,
  press,
  pressOnCard,
  task,
} from './steps.ts'

async function openCommand(page: Page, name: string): Promise<void> {
  await openPalette(page, name)
  await page.keyboard.press('Enter')
}

async function newLabel(page: Page, name: string): Promise<void> {
  await openLabels(page)
  await clickButton('New label')(page)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

/** Answers writes of cards. */
const answerMoves = (status: number, json: object) => (page: Page) =>
  page.route('**/v1/cards/**', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status, json }) : route.continue(),
  )

async function findLabel(page: Page, name: string): Promise<void> {
  await pressOnCard(page, 103, 'l')
  await page.getByRole('searchbox', { name: 'Find a label' }).fill(name)
}

async function moveAndWait(page: Page, number: number): Promise<void> {
  await pressOnCard(page, number, ']')
  await page.locator('[data-toast]').first().waitFor()
}

const MANY_LABELS = ['one', 'two', 'three', 'four', 'five'].map((name) => ({
  id: name,
  name,
  color: 'blue',
}))

/** What people see once, or when something is wrong. */
export const RARE_STATES: readonly PictureState[] = [
  { name: 'hint, name', role: 'member', showsHints: true },
  {
    name: 'hint, move',
    role: 'member',
    showsHints: true,
    reach: async (page) => {
      await clickButton('Not now')(page)
      await page.reload()
    },
  },
  { name: 'connect, sign-in link', role: undefined, query: '#key=kbs_demo_unknown' },
  {
    name: 'connect, remembered',
    role: undefined,
    reach: (page) => page.getByRole('checkbox', { name: 'Remember on this device' }).check(),
  },
  {
    name: 'connect, key shown',
    role: undefined,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'API key' }).fill('kbs_0123456789abcdef')
      await page.getByRole('checkbox', { name: 'Show key' }).check()
    },
  },
  { name: 'add a key', role: 'member', reach: (page) => openCommand(page, 'add key') },
  {
    name: 'key details, everywhere',
    role: 'everywhere',
    query: '?w=12',
    reach: (page) => openCommand(page, 'details of this key'),
  },
  {
    name: 'key removed',
    role: 'everywhere',
    query: '?w=12',
    reach: async (page) => {
      await clickButton(/^Workspace/)(page)
      await clickButton(/^Remove key/)(page)
    },
  },
  { name: 'another project', role: 'everywhere', query: '?w=13&p=42' },
  { name: 'project that isn’t there', role: 'everywhere', query: '?w=13&p=999' },
  { name: 'blocked cards only', role: 'member', query: '?w=12&blocked=1' },
  { name: 'one priority', role: 'member', query: '?w=12&priority=urgent' },
  {
    name: 'filter menu, found',
    role: 'member',
    reach: async (page) => {
      await clickButton(/^Filter( \d|$)/)(page)
      await page.getByRole('searchbox', { name: 'Find a filter' }).fill('se')
    },
  },
  {
    name: 'filter menu, nothing',
    role: 'member',
    reach: async (page) => {
      await clickButton(/^Filter( \d|$)/)(page)
      await page.getByRole('searchbox', { name: 'Find a filter' }).fill('zzz')
    },
  },
  {
    name: 'palette, card actions',
    role: 'member',
    reach: async (page) => {
      await cardOf(page, 103).focus()
      await openPalette(page, '#103')
    },
  },
  { name: 'palette, themes', role: 'member', reach: (page) => openPalette(page, 'theme') },
  { name: 'card menu, viewer', role: 'viewer', reach: rightClick(102) },
  { name: 'card menu, at the edge', role: 'member', reach: rightClick(112) },
  { name: 'move menu, viewer', role: 'viewer', reach: (page) => pressOnCard(page, 102, 'm') },
  {
    name: 'move menu, maintainer',
    role: 'maintainer',
    reach: (page) => pressOnCard(page, 102, 'm'),
  },
  { name: 'card, long title', role: 'member', query: '?w=12&card=148' },
  { name: 'card, next', role: 'member', reach: showNextCard },
  { name: 'card, label found', role: 'member', reach: (page) => findLabel(page, 'do') },
  { name: 'card, label to create', role: 'maintainer', reach: (page) => findLabel(page, 'zzz') },
  { name: 'card, no such label', role: 'viewer', reach: (page) => findLabel(page, 'zzz') },
  {
    name: 'card, many labels',
    role: 'member',
    mock: (page) =>
      changeBoard(page, () => ({
        columns: [{ ...COLUMN, tasks: [task(1, { labels: MANY_LABELS, assignee: 'Ada, Grace' })] }],
      })),
    reach: (page) => openCard(page, 1),
  },
  {
    name: 'labels, found',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await page.getByRole('searchbox', { name: 'Find a label' }).fill('do')
    },
  },
  {
    name: 'labels, nothing found',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await page.getByRole('searchbox', { name: 'Find a label' }).fill('zzz')
    },
  },
  {
    name: 'edit a label',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await clickButton('Edit docs')(page)
    },
  },
  {
    name: 'new label, with color',
    role: 'maintainer',
    reach: async (page) => {
      await newLabel(page, 'needs design')
      await page.getByRole('radio', { name: 'teal' }).check()
    },
  },
  {
    name: 'new label, same name',
    role: 'maintainer',
    reach: (page) => newLabel(page, 'docs'),
  },
  {
    name: 'new label, rejected',
    role: 'maintainer',
    reach: async (page) => {
      await page.route('**/v1/labels*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 422, json: { detail: 'The name is reserved.' } })
          : route.continue(),
      )
      await newLabel(page, 'reserved')
      await clickButton('Create label')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'labels can’t be loaded',
    role: 'maintainer',
    mock: fail('**/v1/labels*', 500, { detail: 'database is locked' }),
    reach: openLabels,
  },
  {
    name: 'moved',
    role: 'member',
    changesBoard: true,
    reach: (page) => moveAndWait(page, 101),
  },
  {
    name: 'moved, and undone',
    role: 'member',
    changesBoard: true,
    reach: async (page) => {
      await moveAndWait(page, 101)
      await page.keyboard.press('Control+z')
    },
  },
  {
    name: 'several toasts',
    role: 'member',
    changesBoard: true,
    reach: async (page) => {
      await moveAndWait(page, 101)
      await moveAndWait(page, 106)
      await moveAndWait(page, 103)
    },
  },
  {
    name: 'move not allowed',
    role: 'member',
    mock: answerMoves(403, { detail: 'Members can’t move cards on Sundays.' }),
    reach: (page) => moveAndWait(page, 101),
  },
  {
    name: 'move, unknown outcome',
    role: 'member',
    mock: answerMoves(500, { detail: 'database is locked' }),
    reach: (page) => moveAndWait(page, 101),
  },
  {
    name: 'drag of a blocked card',
    role: 'member',
    reach: (page) => dragOver(page, cardOf(page, 115), columnOf(page, 'Queued')),
  },
  {
    name: 'drag, all columns allowed',
    role: 'maintainer',
    reach: (page) => dragOver(page, cardOf(page, 101), columnOf(page, 'Review')),
  },
  {
    name: 'too many requests',
    role: 'member',
    mock: fail('**/v1/board*', 429, { detail: 'Wait a minute.' }),
  },
  {
    name: 'no access anymore',
    role: 'member',
    mock: fail('**/v1/board*', 403, { detail: 'This key has no access.' }),
  },
  {
    name: 'key not accepted anymore',
    role: 'member',
    reach: async (page) => {
      await fail('**/v1/**', 401, { detail: 'The key was revoked.' })(page)
      await press('r')(page)
      await page.getByRole('alert').waitFor()
    },
  },
]

function rightClick(number: number) {
  return (page: Page) => cardOf(page, number).click({ button: 'right' })
}

async function showNextCard(page: Page): Promise<void> {
  await openCard(page, 102)
  await page.keyboard.press('j')
}
