import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { readLabels } from '#contract/readers/read-label.ts'
import { moved, movedBack } from '#messages/move-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import {
  type Engine,
  EngineLostError,
  type EngineOptions,
  MISSING,
} from '#test/support/engines/engine.ts'
import { centerOf, EnginePage } from '#test/support/engines/engine-page.ts'
import { startEngine } from '#test/support/engines/start-engine.ts'
import { startFaultyFront } from '#test/support/faulty-front.ts'
import { patchCardElsewhere, type RunningBoard, startBoard } from '#test/support/start-board.ts'

/** The journeys that each engine has to pass. The project of the run says which engine. */
const name = inject('engine')
const missing = MISSING[name]

let board: RunningBoard
let engine: Engine
let page: EnginePage
let isRunning = false

async function start() {
  ;[board, engine] = await Promise.all([startBoard(), startEngine(name)])
  page = new EnginePage(engine)
  isRunning = true
  console.log(engine.version)
}
async function stop() {
  if (!isRunning) return
  isRunning = false
  await engine.close()
  await board.stop()
}
beforeAll(start)
afterAll(stop)
afterEach(() => {
  const unexpected = engine.takeErrors().filter((text) => !/status of|NetworkError|ERR_/.test(text))
  expect(unexpected, 'errors of the page').toEqual([])
})

/**
 * It begins again when the browser is lost, which is no fault of the page; the run says so. After one
 * that failed, the next one has a new browser.
 */
function journey(title: string, take: () => Promise<void>) {
  journeyWith(undefined, title, take)
}

/** Skipped in an engine without the feature. */
function journeyWith(
  feature: keyof typeof missing | undefined,
  title: string,
  take: () => Promise<void>,
) {
  test(title, async (context) => {
    const reason = feature && missing[feature]
    if (reason) context.skip(reason)
    if (!isRunning) await start()
    try {
      await take()
    } catch (error) {
      await stop()
      if (!(error instanceof EngineLostError)) throw error
      await context.annotate(`“${title}” has begun again: ${error.message}`)
      await start()
      await take()
    }
  })
}

/** Another browser of this engine, for what can't be changed in a running one. */
async function anotherPage(options: EngineOptions): Promise<EnginePage> {
  const other = await startEngine(name, options)
  onTestFinished(() => other.close())
  return new EnginePage(other)
}

async function onService(): Promise<ReturnType<typeof readBoard>> {
  const response = await fetch(`${board.url}v1/board`, {
    headers: { Authorization: `Bearer ${board.keys.maintainer}` },
  })
  return readBoard(await response.json())
}

async function columnOnService(number: number): Promise<string | undefined> {
  const loaded = await onService()
  return loaded?.columns.find(({ cards }) => cards.some((card) => card.number === number))?.name
}

async function labelNames(number: number): Promise<(string | undefined)[]> {
  const response = await fetch(`${board.url}v1/labels`, {
    headers: { Authorization: `Bearer ${board.keys.maintainer}` },
  })
  const list = readLabels(await response.json())?.labels ?? []
  const cards = (await onService())?.columns.flatMap((column) => column.cards) ?? []
  const labels = cards.find((card) => card.number === number)?.labels ?? []
  return labels.map(({ id }) => list.find((label) => label.id === id)?.name)
}

const signIn = (key: 'viewer' | 'member' | 'maintainer' | 'everywhere') =>
  page.signIn(board.url, board.keys[key])

journey('connects with a sign-in link, and is remembered', async () => {
  await signIn('member')
  await page.card(101)
  expect(await engine.evaluate(() => location.hash)).toBe('')
  await page.open(board.url)
  await page.card(101)
  await page.see('button', /^Workspace Storefront/)
})

journey('a drag shows the verdict of each column, and moves the card', async () => {
  await signIn('member')
  await page.carry(101, 'Building')
  expect(await page.read('note', /Building/)).toContain('Move to Building')
  await page.release()
  await page.announced(new RegExp(moved('#101 Rotate signing keys', 'Queued', 'Building')))
  await page.until('the service has it', async () => (await columnOnService(101)) === 'Building')
  expect(await page.columnOf(101)).toBe('Building')
})

journey('a drop on a column that needs another role changes nothing, and says why', async () => {
  await signIn('member')
  await page.carry(102, 'Staging')
  expect(await page.read('note', /Staging/)).toContain(needsRole('maintainer', 'member'))
  await page.release()
  await page.see('toast', /maintainer/)
  expect(await page.columnOf(102)).toBe('Queued')
  expect(await columnOnService(102)).toBe('Queued')
})

journey('Escape cancels a drag, and a viewer can’t start one', async () => {
  await signIn('member')
  await page.carry(103, 'Building')
  await page.read('note', /Building/)
  await page.press('Escape')
  await page.isGone('note', /Building/)
  await page.release()
  expect(await page.columnOf(103)).toBe('Queued')
  await signIn('viewer')
  await page.carry(103, 'Building')
  await page.announced(/#103 .*member/)
  expect(await page.find('note', /Building/)).toBeNull()
  await page.release()
})

journey('keys move a card, and Undo moves it back', async () => {
  await signIn('member')
  await page.focusCard(109)
  await page.press(']')
  await page.announced(
    new RegExp(moved('#109 Fix time zone of the weekly report', 'Queued', 'Building')),
  )
  await page.until('the service has it', async () => (await columnOnService(109)) === 'Building')
  await page.press('Control+z')
  await page.until('it is back', async () => (await columnOnService(109)) === 'Queued')
  await page.focusCard(109)
  await page.press('m')
  await page.see('menu', /^Move #109/)
  await page.type('rev')
  await page.press('Enter')
  await page.until('the service has it', async () => (await columnOnService(109)) === 'Review')
  expect(await page.focusedCard()).toBe('109')
  await page.click('button', 'Undo')
  await page.announced(
    new RegExp(movedBack('#109 Fix time zone of the weekly report', 'Queued', true)),
  )
  await page.until('it is back', async () => (await columnOnService(109)) === 'Queued')
})

journey('a refused move leaves the card where it is, with the reason', async () => {
  await signIn('maintainer')
  await page.focusCard(115)
  await page.press(']')
  await page.see('toast', /checks are red/)
  await page.until('it is in its column', async () => (await page.columnOf(115)) === 'Review')
  const { text } = await page.card(115)
  expect(text).toContain('#115')
  const blocked = await engine.evaluate(
    () => document.querySelector('article[data-card-number="115"]')?.textContent ?? '',
  )
  expect(blocked).toMatch(/Blocked.*checks are red/)
  expect(await columnOnService(115)).toBe('Review')
})

journey('menus are in the window, lead by arrows, and give the focus back', async () => {
  await signIn('member')
  await engine.evaluate(() => document.querySelector('[data-board]')?.scrollTo(10_000, 0))
  await page.focusCard(118)
  await page.press('m')
  const menu = await page.see('menu', /^Move #118/)
  expect(menu.x).toBeGreaterThanOrEqual(0)
  expect(menu.y).toBeGreaterThanOrEqual(0)
  expect(menu.x + menu.width).toBeLessThanOrEqual(1440)
  expect(menu.y + menu.height).toBeLessThanOrEqual(900)
  const focused = () => engine.evaluate(() => document.activeElement?.textContent ?? '')
  const first = await focused()
  await page.press('ArrowDown')
  await page.until('the next item has the focus', async () => (await focused()) !== first)
  await page.press('Escape')
  await page.isGone('menu', /^Move #118/)
  await page.until('the card has the focus', async () => (await page.focusedCard()) === '118')
})

journey(
  'a card opens beside the board, the next one follows by J, and Escape closes it',
  async () => {
    await signIn('member')
    const card = await page.card(111)
    await page.clickAt({ x: card.x + 60, y: card.y + 10 })
    const panel = () =>
      engine.evaluate(() => document.querySelector('[data-sheet] h2')?.textContent)
    await page.until('#111 is open', async () => /Keyboard focus/.test((await panel()) ?? ''))
    expect(await engine.evaluate(() => location.search)).toContain('111')
    await page.press('j')
    await page.until(
      'another one is open',
      async () => !/Keyboard focus/.test((await panel()) ?? ''),
    )
    await page.press('Escape')
    await page.until('none is open', async () => (await panel()) === undefined || !(await panel()))
    expect(await engine.evaluate(() => location.search)).not.toContain('card')
  },
)

journey(
  'labels of a card change in the picker, and labels of the board in their list',
  async () => {
    await signIn('maintainer')
    await page.focusCard(121)
    expect(await labelNames(121)).toEqual([])
    await page.press('l')
    await page.click('checkbox', /^docs/)
    await page.until('the service has it', async () => (await labelNames(121)).includes('docs'))
    await page.press('Escape')
    await page.click('button', 'Labels')
    await page.see('dialog', 'Labels')
    await page.click('button', /^New label/)
    await page.click('textbox', /^Name/)
    await page.type('risky')
    await page.click('radio', /^teal/i)
    await page.press('Enter')
    await page.see('button', /^Edit risky/)
    await page.click('button', /^Delete risky/)
    await page.click('button', 'Delete label')
    await page.isGone('button', /^Edit risky/)
  },
)

journey(
  'the filter narrows the board while a person types, and its menu adds a label',
  async () => {
    await signIn('viewer')
    await page.press('/')
    await page.type('token')
    const count = () => engine.evaluate(() => document.querySelectorAll('article').length)
    await page.until('few cards are left', async () => (await count()) <= 4)
    expect(await engine.evaluate(() => location.search)).toContain('token')
    await page.press('Escape')
    await page.until('all are back', async () => (await count()) > 20)
    await page.click('button', /^Filter/)
    await page.click('menuitem', /^security/)
    await page.press('Escape')
    await page.until('few cards are left', async () => (await count()) < 15)
    await page.click('button', /security/)
    await page.until('all are back', async () => (await count()) > 20)
  },
)

journey('the palette finds a card, and a command', async () => {
  await signIn('member')
  await page.press('Control+k')
  await page.see('dialog', 'Command palette')
  await page.type('#122')
  await page.see('option', /^#122/)
  await page.press('Enter')
  await page.isGone('dialog', 'Command palette')
  await page.until('#122 is open', () =>
    engine.evaluate(() => document.querySelector('[data-sheet]')?.textContent?.includes('#122')),
  )
  await page.press('Escape')
  await page.press('Control+k')
  await page.see('dialog', 'Command palette')
  await page.type('show as list')
  await page.press('Enter')
  await page.until('the cards are in a list', () =>
    engine.evaluate(() => document.querySelector('[role="grid"]') !== null),
  )
})

journey('the picker switches between boards', async () => {
  await page.forget(board.url)
  await page.open(`${board.url}#key=${board.keys.everywhere}`)
  await page.click('button', 'Connect')
  await page.click('button', /^Storefront/)
  await page.card(111)
  await page.answered()
  await page.press('w')
  const other = await page.see('button', /^Large board/)
  await page.clickAt(centerOf(other))
  await page.until('another board is open', () =>
    engine.evaluate(() => !document.title.includes('Storefront')),
  )
})

journey('a move by another person is on the screen at once, and announced', async () => {
  await signIn('viewer')
  await page.until('the page waits for changes', () =>
    engine.evaluate(() => document.querySelector('header')?.textContent?.includes('live')),
  )
  const target = (await onService())?.columns.find((column) => column.name === 'Review')
  expect(await patchCardElsewhere(board, 125, { statusId: target?.key })).toBeLessThan(300)
  await page.until('it is in the other column', async () => (await page.columnOf(125)) === 'Review')
  await page.announced(/#125/)
})

journey('faults of the service are shown, and the board is current again on Refresh', async () => {
  const front = await startFaultyFront(board.url)
  onTestFinished(() => front.close())
  await page.signIn(front.url, board.keys.member)
  front.setFault('overloaded')
  await page.press('r')
  const text = () => engine.evaluate(() => document.body.innerText)
  await page.until('the reason is shown', async () => /being rebuilt/.test(await text()))
  await page.card(104)
  front.setFault('cut')
  await page.focusCard(104)
  await page.press(']')
  await page.until('the move is reported', async () =>
    /#104[\s\S]*(connection|reach)/i.test(await text()),
  )
  front.setFault('none')
  await page.press('r')
  await page.until('the fault is over', async () => !/being rebuilt/.test(await text()))
  await page.until(
    'the card is where the service has it',
    async () => (await page.columnOf(104)) === (await columnOnService(104)),
  )
})

journey('1,200 cards scroll by wheel and by keys, without an empty column', async () => {
  const large = await startBoard(['--demo-cards', '1200'])
  onTestFinished(() => void large.stop())
  await page.signIn(large.url, large.keys.member)
  const column = await page.see('column', /^Intake/)
  const inside = { x: column.x + column.width / 2, y: column.y + 400 }
  // Two points, one of which is always beside the gap between two cards.
  const shown = () =>
    engine.evaluate(({ x }) => {
      const elements = [500, 530].flatMap((y) => document.elementsFromPoint(x, y))
      const found = elements.find((one) => one.matches('article'))
      return Number(found?.getAttribute('data-card-number') ?? 0)
    }, inside)
  const before = await shown()
  for (let turn = 0; turn < 8; turn += 1) {
    await engine.perform([{ type: 'wheel', ...inside, deltaY: 900 }])
  }
  let last = 0
  let steady = 0
  const first = await page.until('other cards are there, and nothing moves', async () => {
    const number = await shown()
    steady = number === last ? steady + 1 : 0
    last = number
    // A turn of the wheel goes on for a while.
    return steady > 10 && number !== before && number > 0 ? number : undefined
  })
  await page.focusCard(first)
  await page.press('End', 'ArrowUp')
  const total = await engine.evaluate(() => {
    const card = document.activeElement?.closest('[aria-setsize]')
    return [card?.getAttribute('aria-posinset'), card?.getAttribute('aria-setsize')].map(Number)
  })
  expect(total[1]).toBeGreaterThan(90)
  expect(total[0]).toBeGreaterThanOrEqual((total[1] ?? 0) - 1)
})

journey('a phone’s width shows one column, its tabs, and the menu as a sheet', async () => {
  await engine.resize(390, 844)
  onTestFinished(() => engine.resize(1440, 900))
  await signIn('member')
  await page.click('tab', /^Review/)
  await page.card(127)
  const fits = () =>
    engine.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect(await fits()).toBe(true)
  await page.focusCard(127)
  await page.press('m')
  await page.click('menuitem', /^Verified/)
  await page.until('the service has it', async () => (await columnOnService(127)) === 'Verified')
})

/** A phone in this engine. */
async function phone(own = board): Promise<EnginePage> {
  const other = await anotherPage({ hasTouch: true, width: 390, height: 844 })
  await other.signIn(own.url, own.keys.member)
  return other
}

/** A phone with columns that are longer than its screen, and the number of the first card. */
async function phoneWithLongColumns() {
  const large = await startBoard(['--demo-cards', '1200'])
  onTestFinished(() => void large.stop())
  const hand = await phone(large)
  await hand.see('article', /^#/)
  const first = await hand.engine.evaluate(() =>
    Number(document.querySelector('article')?.getAttribute('data-card-number')),
  )
  return { hand, first }
}

/** How far the list of the first column is scrolled, in pixels. */
function scrolledBy({ engine }: EnginePage): Promise<number> {
  return engine.evaluate(() => {
    const list = document.querySelector('section[data-status-id] [data-scroller]')
    return list?.scrollTop ?? 0
  })
}

journeyWith(
  'touch',
  'a finger lifts a card by a long press, and drops it on the tab of a column',
  async () => {
    const hand = await phone()
    const tab = await hand.see('tab', /^Review/)
    const start = await hand.lift(121)
    await hand.slide(start, centerOf(tab))
    await hand.until(
      'the verdict of the column',
      async () => (await hand.find('note', /Move to Review/)) !== null,
    )
    await hand.engine.perform([{ type: 'lift' }])
    await hand.announced(new RegExp(moved('#121 Limit log lines to 8 KiB', 'Queued', 'Review')))
    expect(await columnOnService(121)).toBe('Review')
  },
)

journeyWith(
  'touch',
  'a short touch lifts nothing, and a tap opens the card as a sheet',
  async () => {
    const hand = await phone()
    const { x, y } = await hand.card(102)
    const from = { x: x + 60, y: y + 20 }
    await hand.engine.perform([{ type: 'touch', ...from }])
    await hand.slide(from, { x: from.x, y: from.y - 150 })
    const isLifted = () =>
      hand.engine.evaluate(() => document.querySelector('[data-dragged]') !== null)
    expect(await isLifted()).toBe(false)
    // A finger that rests at the end throws nothing: a tap on a list that still moves would only stop it.
    await hand.engine.perform([{ type: 'pause', ms: 200 }, { type: 'lift' }])
    await hand.tap('heading', 'Explain quota errors in the CLI')
    await hand.see('dialog', /^#103/)
    await hand.tap('button', 'Close')
    await hand.isGone('dialog', /^#103/)
  },
)

journeyWith(
  'touch',
  'a finger opens the menu of a card, selects with it, and moves what is selected',
  async () => {
    const hand = await phone()
    await hand.tap('button', /^Actions for #122/)
    await hand.tap('menuitem', /^Select/)
    // From now on, a tap selects.
    await hand.tap('heading', 'Duplicate rows after a resumed import')
    await hand.tap('button', 'Move to…')
    await hand.tap('menuitem', 'Building')
    await hand.until(
      'both cards are in Building',
      async () =>
        (await columnOnService(122)) === 'Building' && (await columnOnService(123)) === 'Building',
    )
  },
)

journeyWith('touch', 'a carried card scrolls the list at its edge', async () => {
  const { hand, first } = await phoneWithLongColumns()
  const start = await hand.lift(first)
  expect(await scrolledBy(hand)).toBe(0)
  await hand.slide(start, { x: start.x, y: 835 })
  await hand.until('the list scrolls', async () => (await scrolledBy(hand)) > 100)
  await hand.slide({ x: start.x, y: 835 }, { x: start.x, y: 500 })
  await hand.press('Escape')
  await hand.engine.perform([{ type: 'lift' }])
})

journey('a dark system has a dark page', async () => {
  const dark = await anotherPage({ isDark: true })
  await dark.signIn(board.url, board.keys.viewer)
  const lightness = (one: EnginePage) =>
    one.engine.evaluate(() => {
      const color = getComputedStyle(document.body).backgroundColor
      return Number(/\d+/.exec(color)?.[0])
    })
  expect(await lightness(dark)).toBeLessThan(60)
  await signIn('viewer')
  expect(await lightness(page)).toBeGreaterThan(200)
})

journeyWith('forcedColors', 'forced colors keep every state visible', async () => {
  const forced = await anotherPage({ hasForcedColors: true })
  await forced.signIn(board.url, board.keys.member)
  expect(await forced.engine.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(
    true,
  )
  const border = await forced.engine.evaluate(() => {
    const card = document.querySelector('article')
    return card ? getComputedStyle(card).borderTopWidth : ''
  })
  expect(Number.parseFloat(border)).toBeGreaterThan(0)
  await forced.carry(126, 'Staging')
  expect(await forced.read('note', /Staging/)).toContain(needsRole('maintainer', 'member'))
  await forced.press('Escape')
  await forced.release()
})

journeyWith('print', 'a board prints', async () => {
  await signIn('viewer')
  const pdf = await engine.print()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(20_000)
})
