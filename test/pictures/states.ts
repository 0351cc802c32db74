import { cardOf, columnOf, dragOver, focusCardOf, withoutBoardNames } from '../support/browser.ts'
import {
  COLUMN,
  changeBoard,
  clickButton,
  fail,
  moveSelected,
  openCard,
  openLabels,
  openPalette,
  type PictureState,
  press,
  pressOnCard,
  selectCards,
  task,
} from './steps.ts'

/** What people see often. */
export const STATES: readonly PictureState[] = [
  { name: 'connect', role: undefined },
  { name: 'connect, from a link to a board', role: undefined, query: '?w=12' },
  {
    name: 'connect, key not accepted',
    role: undefined,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'API key' }).fill('kbs_wrong')
      await clickButton('Connect')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'board', role: 'maintainer' },
  { name: 'board, member', role: 'member' },
  { name: 'board, viewer', role: 'viewer' },
  { name: 'board, focused card', role: 'member', reach: (page) => focusCardOf(page, 104) },
  { name: 'choose a board', role: 'everywhere' },
  { name: 'choose a project', role: 'everywhere', query: '?w=13' },
  { name: 'no access to a board', role: 'member', query: '?w=77' },
  { name: 'no card of this number', role: 'member', query: '?w=12&card=9999' },
  { name: 'picker', role: 'everywhere', query: '?w=12', reach: clickButton(/^Workspace/) },
  {
    name: 'rename the board',
    role: 'member',
    mock: withoutBoardNames,
    reach: async (page) => {
      await openPalette(page, 'rename this')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'key details',
    role: 'member',
    reach: async (page) => {
      await openPalette(page, 'details of this key')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'filter by text', role: 'member', query: '?w=12&q=token' },
  { name: 'filter chips', role: 'member', query: '?w=12&priority=high&priority=urgent&blocked=1' },
  { name: 'blocked by one cause', role: 'member', query: '?w=12&blocked=checks' },
  {
    name: 'export',
    role: 'member',
    query: '?w=12&blocked=1',
    reach: async (page) => {
      await openPalette(page, 'export visible')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'no matches', role: 'member', query: '?w=12&q=zzz' },
  { name: 'filter menu', role: 'member', reach: clickButton(/^Filter( \d|$)/) },
  { name: 'view menu', role: 'member', reach: clickButton(/^View$/) },
  { name: 'own sorting and a hidden column', role: 'member', query: '?w=12&sort=title&hide=1203' },
  { name: 'lanes by assignee', role: 'member', query: '?w=12&group=assignee' },
  {
    name: 'lanes, compact',
    role: 'member',
    query: '?w=12&group=label&density=compact&collapse=1202',
  },
  { name: 'list', role: 'member', query: '?w=12&view=list' },
  {
    name: 'activity',
    role: 'member',
    reach: async (page) => {
      // Another one for each picture.
      const first = page.locator('article').first()
      await pressOnCard(page, Number(await first.getAttribute('data-card-number')), ']')
      await page.locator('[data-toast]').waitFor()
      await openPalette(page, 'activity')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'wall display', role: 'viewer', query: '?w=12&tv=1' },
  {
    name: 'list with groups',
    role: 'viewer',
    query: '?w=12&view=list&group=priority&without=labels',
  },
  { name: 'collapsed columns', role: 'viewer', query: '?w=12&collapse=1202&collapse=1205' },
  {
    name: 'labels, all and none',
    role: 'member',
    query: '?w=12&label=1202&label=1201&label=!1207',
  },
  {
    name: 'saved views',
    role: 'member',
    query: '?w=12&sort=priority',
    reach: async (page) => {
      await openPalette(page, 'save view')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'column menu', role: 'member', reach: clickButton(/^Column actions for Queued$/) },
  { name: 'selection', role: 'member', reach: selectCards },
  {
    name: 'selection, move menu',
    role: 'member',
    reach: async (page) => {
      await selectCards(page)
      await page.getByRole('toolbar').getByRole('button', { name: 'Move to…' }).click()
    },
  },
  {
    name: 'cards that stay',
    role: 'member',
    reach: async (page) => {
      await selectCards(page)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('x')
      await page.keyboard.press('m')
      await page.getByRole('menuitem', { name: 'Building', exact: true }).click()
    },
  },
  {
    name: 'move of several cards, under way',
    role: 'member',
    mock: async (page) => {
      await page.route('**/v1/cards/**', () => undefined)
    },
    reach: moveSelected,
  },
  {
    name: 'move of several cards, done',
    role: 'member',
    changesBoard: true,
    reach: async (page) => {
      await moveSelected(page)
      await page.locator('[data-toast]').waitFor()
    },
  },
  { name: 'more menu', role: 'member', reach: clickButton('More') },
  { name: 'shortcuts', role: 'member', reach: press('?') },
  { name: 'palette', role: 'member', reach: (page) => openPalette(page) },
  { name: 'palette, cards', role: 'member', reach: (page) => openPalette(page, 'token') },
  { name: 'palette, nothing', role: 'member', reach: (page) => openPalette(page, 'zzz') },
  { name: 'card', role: 'member', reach: (page) => openCard(page, 102) },
  { name: 'blocked card', role: 'member', query: '?w=12&card=115' },
  { name: 'card, labels', role: 'member', reach: (page) => pressOnCard(page, 103, 'l') },
  { name: 'card, viewer', role: 'viewer', query: '?w=12&card=102' },
  {
    name: 'card menu',
    role: 'member',
    reach: (page) => cardOf(page, 102).click({ button: 'right' }),
  },
  { name: 'move menu', role: 'member', reach: (page) => pressOnCard(page, 102, 'm') },
  {
    name: 'drag over an allowed column',
    role: 'member',
    reach: (page) => dragOver(page, cardOf(page, 101), columnOf(page, 'Building')),
  },
  {
    name: 'drag over a disabled column',
    role: 'member',
    reach: (page) => dragOver(page, cardOf(page, 101), columnOf(page, 'Staging')),
  },
  {
    name: 'refused move',
    role: 'member',
    reach: async (page) => {
      await pressOnCard(page, 107, ']')
      await page.locator('[data-toast]').waitFor()
    },
  },
  {
    name: 'move, waiting',
    role: 'member',
    mock: async (page) => {
      await page.route('**/v1/cards/**', () => undefined)
    },
    reach: (page) => pressOnCard(page, 108, ']'),
  },
  { name: 'labels', role: 'maintainer', reach: openLabels },
  {
    name: 'new label',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await clickButton('New label')(page)
    },
  },
  {
    name: 'delete a label',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await clickButton('Delete docs')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'merge a label',
    role: 'maintainer',
    reach: async (page) => {
      await openLabels(page)
      await clickButton('Edit docs')(page)
      await clickButton('Merge into…')(page)
    },
  },
  {
    name: 'label visible cards',
    role: 'member',
    reach: async (page) => {
      await openPalette(page, 'label visible')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'labels, viewer', role: 'viewer', reach: openLabels },
  {
    name: 'offline',
    role: 'member',
    reach: (page) => page.context().setOffline(true),
  },
  {
    name: 'the board can’t be loaded',
    role: 'member',
    mock: fail('**/v1/board*', 500, { detail: 'database is locked' }),
  },
  {
    name: 'the service is gone',
    role: 'member',
    reach: async (page) => {
      await page.route('**/v1/**', (route) => route.abort())
      await page.keyboard.press('r')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'empty board',
    role: 'member',
    mock: (page) => changeBoard(page, () => ({ columns: [{ ...COLUMN, tasks: [] }] })),
  },
  {
    name: 'no columns',
    role: 'member',
    mock: (page) => changeBoard(page, () => ({ columns: [] })),
  },
  {
    name: 'odd data',
    role: 'member',
    mock: (page) =>
      changeBoard(page, () => ({
        columns: [
          {
            ...COLUMN,
            name: 'A column with a long name that does not fit into one line of it',
            tasks: [
              task(1, { title: 'An unusually long title '.repeat(8), priority: 'someday, maybe' }),
              task(2, {
                assignee: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }, 'Alan T.'],
              }),
              { nonsense: true },
              task(4, { title: 'عنوان من اليمين إلى اليسار' }),
            ],
          },
          { ...COLUMN, statusId: 'b', name: 'Blessed', minRole: 'release-captain', tasks: [] },
        ],
      })),
  },
  {
    name: 'unrecognized data',
    role: 'member',
    reach: async (page) => {
      await openPalette(page, 'unrecognized')
      await page.keyboard.press('Enter')
    },
  },
]
