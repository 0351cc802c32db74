import { setTimeout as wait } from 'node:timers/promises'
import { SEEN_HINTS } from '../browser.ts'
import type { Engine, InputStep } from './engine.ts'

const TIMEOUT_MS = 30_000
const POLL_MS = 50
/** Longer than a long press has to be. */
const LONG_PRESS_MS = 600

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Found extends Box {
  /** Its name, as a screen reader would say it. */
  text: string
}

/** What the journeys look for, by role. */
const SELECTORS = {
  article: 'article',
  button: 'button, [role="button"]',
  checkbox: 'input[type="checkbox"]',
  column: 'section[data-status-id]',
  dialog: 'dialog[open], [role="dialog"]',
  heading: 'h1, h2, h3',
  menu: '[role="menu"]',
  menuitem: '[role^="menuitem"]',
  note: '[role="note"]',
  option: '[role="option"]',
  radio: 'input[type="radio"]',
  searchbox: 'input[type="search"]',
  tab: '[data-column-tabs] button, [role="tab"]',
  textbox: 'input:not([type]), input[type="text"]',
  toast: '[data-toast]',
} as const

export type Role = keyof typeof SELECTORS

/** Runs in the page: what a person can see and press, with this role and name. */
function findInPage(selector: string, source: string) {
  const pattern = new RegExp(source)
  const textOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    const labels = (element as HTMLInputElement).labels
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const field = labels ? [...labels].map(({ textContent }) => textContent).join(' ') : ''
    const text = label || named || field || (element as HTMLElement).innerText || ''
    return text.replace(/\s+/g, ' ').trim()
  }
  const isOpen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const found = [...document.querySelectorAll(selector)].find(
    (element) => isOpen(element) && pattern.test(textOf(element)),
  )
  if (!found) return null
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { x, y, width, height } = found.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const labels = [...((found as HTMLInputElement).labels ?? [])]
  const isReachable = top !== null && [found, ...labels].some((element) => element.contains(top))
  return { x, y, width, height, text: textOf(found), isReachable }
}

/** A person at a page, in any engine. */
export class EnginePage {
  constructor(readonly engine: Engine) {}

  /** Waits until it holds, and returns what it was. */
  async until<Value>(what: string, read: () => Promise<Value | null | undefined | false>) {
    const start = Date.now()
    for (;;) {
      const value = await read()
      if (value !== null && value !== undefined && value !== false) return value as Value
      if (Date.now() - start > TIMEOUT_MS) throw new Error(`It didn’t happen: ${what}`)
      await wait(POLL_MS)
    }
  }

  find(role: Role, name: RegExp | string) {
    const source = typeof name === 'string' ? `^${escapePattern(name)}$` : name.source
    return this.engine.evaluate(findInPage, SELECTORS[role], source)
  }

  /** Waits until nothing covers it and it doesn't move. */
  async see(role: Role, name: RegExp | string): Promise<Found> {
    let last = ''
    return this.until(`${role} ${name} can be seen`, async () => {
      const found = await this.find(role, name)
      const place = JSON.stringify(found)
      const isSteady = place === last
      last = place
      return isSteady && found?.isReachable ? found : undefined
    })
  }

  /** The text of something that may let the pointer through, once it is there. */
  async read(role: Role, name: RegExp | string): Promise<string> {
    const { text } = await this.until(`${role} ${name} is there`, () => this.find(role, name))
    return text
  }

  async isGone(role: Role, name: RegExp | string): Promise<void> {
    await this.until(`${role} ${name} is gone`, async () => !(await this.find(role, name)))
  }

  async click(role: Role, name: RegExp | string): Promise<void> {
    await this.clickAt(centerOf(await this.see(role, name)))
  }

  clickAt({ x, y }: { x: number; y: number }): Promise<void> {
    return this.engine.perform([{ type: 'move', x, y }, { type: 'press' }, { type: 'release' }])
  }

  /** One key after the other; "Control+k" is together. */
  async press(...keys: string[]): Promise<void> {
    for (const combination of keys) {
      const parts = combination === '+' ? ['+'] : combination.split('+')
      const down = parts.map((key): InputStep => ({ type: 'key-down', key }))
      const up = parts.map((key): InputStep => ({ type: 'key-up', key }))
      await this.engine.perform([...down, ...up.reverse()])
    }
  }

  type(text: string): Promise<void> {
    return this.press(...text)
  }

  card(number: number): Promise<Found> {
    return this.see('article', new RegExp(`#${number}\\b`))
  }

  /** Waits for the code that answers keys. */
  async focusCard(number: number): Promise<void> {
    await this.card(number)
    // A window in the background may have no `:focus`.
    const focus = (selector: string) => {
      const card = document.querySelector<HTMLElement>(selector)
      card?.focus()
      return card !== null && card === document.activeElement && card.tabIndex === 0
    }
    await this.until(`#${number} answers keys`, () =>
      this.engine.evaluate(focus, `article[data-card-number="${number}"]`),
    )
  }

  focusedCard(): Promise<string | null> {
    return this.engine.evaluate(
      () => document.activeElement?.getAttribute('data-card-number') ?? null,
    )
  }

  /** Presses a card and carries it over a column, button down. */
  async carry(number: number, column: string): Promise<void> {
    const from = await this.card(number)
    const to = await this.see('column', new RegExp(`^${column}`))
    const start = { x: from.x + 40, y: from.y + 20 }
    const over = { x: to.x + to.width / 2, y: to.y + 160 }
    const moves = [0.1, 0.5, 0.9, 1].map(
      (part): InputStep => ({
        type: 'move',
        x: start.x + (over.x - start.x) * part,
        y: start.y + (over.y - start.y) * part,
      }),
    )
    await this.engine.perform([{ type: 'move', ...start }, { type: 'press' }, ...moves])
  }

  async tap(role: Role, name: RegExp | string): Promise<void> {
    await this.tapAt(centerOf(await this.see(role, name)))
  }

  tapAt(place: { x: number; y: number }): Promise<void> {
    return this.engine.perform([{ type: 'touch', ...place }, { type: 'lift' }])
  }

  /** Holds a finger on a card until the card is lifted. The finger stays down. */
  async lift(number: number): Promise<{ x: number; y: number }> {
    const { x, y } = await this.card(number)
    const place = { x: x + 60, y: y + 20 }
    await this.engine.perform([
      { type: 'touch', ...place },
      { type: 'pause', ms: LONG_PRESS_MS },
      { type: 'slide', x: place.x, y: place.y + 4 },
    ])
    return place
  }

  /** Slides the finger that is down, in a straight line. */
  async slide(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const steps = [0.2, 0.4, 0.6, 0.8, 1].map(
      (part): InputStep => ({
        type: 'slide',
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      }),
    )
    await this.engine.perform(steps)
  }

  async release(): Promise<void> {
    await this.engine.perform([{ type: 'release' }])
  }

  /** The name of the column that shows a card. */
  columnOf(number: number): Promise<string | undefined> {
    return this.engine.evaluate((selector) => {
      const column = document.querySelector(selector)?.closest('section')
      return column?.querySelector('h2')?.textContent?.trim()
    }, `article[data-card-number="${number}"]`)
  }

  /** Waits until a status node has had this text since the page was opened. */
  async announced(text: RegExp): Promise<void> {
    await this.until(`announced: ${text}`, async () => {
      const sentences = await this.engine.evaluate(
        () => (Reflect.get(window, 'sentences') ?? []) as string[],
      )
      return sentences.some((sentence) => text.test(sentence))
    })
  }

  async open(url: string): Promise<void> {
    await this.engine.open(url)
    await this.engine.evaluate(() => {
      const sentences: string[] = []
      Reflect.set(window, 'sentences', sentences)
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role="status"]')) {
          if (textContent && sentences.at(-1) !== textContent) sentences.push(textContent)
        }
      }).observe(document, { childList: true, characterData: true, subtree: true })
    })
  }

  /** Like a browser that has never been here, with a sign-in link. */
  async signIn(boardUrl: string, key: string | undefined): Promise<void> {
    await this.forget(boardUrl)
    await this.open(`${boardUrl}#key=${key}`)
    await this.click('button', 'Connect')
    await this.see('heading', /^Queued|^Intake/)
    await this.answered()
  }

  /** Ends once the page answers keys and clicks. */
  async answered(): Promise<void> {
    await this.until('the page answers', () =>
      this.engine.evaluate(() => document.documentElement.hasAttribute('data-answers')),
    )
  }

  /** Removes what the page has stored. */
  async forget(boardUrl: string): Promise<void> {
    // A page of the same origin without the app, which would store it again.
    await this.engine.open(`${boardUrl}robots.txt`)
    await this.engine.evaluate((hints) => {
      localStorage.clear()
      sessionStorage.clear()
      indexedDB.deleteDatabase('trunkline')
      // Not every engine can do without it.
      const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
      void serviceWorker?.getRegistrations().then((all) => {
        for (const registration of all) void registration.unregister()
      })
      localStorage.setItem('trunkline.hints', hints)
    }, JSON.stringify(SEEN_HINTS))
  }
}

export function centerOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
