import './simulated-time.ts'
import './simulated-messages.ts'
import 'fake-indexeddb/auto'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { answers, screens } from '#start/later.tsx'
import { startTime, stopTime } from './simulated-time.ts'

/**
 * Stubs for browser APIs that the app needs and jsdom lacks. A test fails if anything is logged to
 * the console.
 */

const { getElementError: describeElementError } = getConfig()

configure({
  // Of simulated time: longer than a poll.
  asyncUtilTimeout: 20_000,
  // Printing the page takes longer than the search. While a test waits, it would be printed for
  // each attempt, although only the last error is shown, which is described again.
  getElementError: (message, container) => {
    const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    // Without a message, it's part of the message of another error.
    if (!isAttempt || message === null) return describeElementError(message, container)
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
  },
})

Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})

// The search for a field by its label asks for the element of each id on the page. For each of them,
// jsdom looks at every element.
const { querySelector } = Element.prototype
Element.prototype.querySelector = function find(selector: string) {
  const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1]
  if (id === undefined || !this.isConnected) return querySelector.call(this, selector)
  const found = this.ownerDocument.getElementById(id)
  const isInside = found === null || (found !== this && this.contains(found))
  return isInside ? found : querySelector.call(this, selector)
}

// jsdom has no layout.
Element.prototype.checkVisibility = () => true

// jsdom has no animations.
Element.prototype.animate = () => ({}) as Animation

/** Reports the size of each element once. */
globalThis.ResizeObserver = class {
  constructor(private readonly onResize: ResizeObserverCallback) {}
  observe(target: Element) {
    queueMicrotask(() => {
      if (!(target instanceof HTMLElement) || !target.isConnected) return
      const size = { inlineSize: target.offsetWidth, blockSize: target.offsetHeight }
      const entry = { target, borderBoxSize: [size] } as unknown as ResizeObserverEntry
      this.onResize([entry], this)
    })
  }
  unobserve() {}
  disconnect() {}
}

const isScroller = (element: Element) => element.hasAttribute('data-scroller')

// Virtual lists measure their rows, and render nothing without sizes.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return isScroller(this) ? 800 : 40
    },
  },
  offsetWidth: { configurable: true, get: () => 280 },
  clientHeight: { configurable: true, get: () => 800 },
})
// Used only in quoted attribute values, where only quotes and backslashes need escaping.
globalThis.CSS ??= { escape: (text: string) => text.replace(/["\\]/g, '\\$&') } as typeof CSS
Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.getBoundingClientRect = function rect(this: Element) {
  const height = isScroller(this) ? 800 : 96
  return new DOMRect(0, 0, 280, height)
}
globalThis.DOMRect ??= class {
  constructor(
    readonly x = 0,
    readonly y = 0,
    readonly width = 0,
    readonly height = 0,
  ) {}
  get left() {
    return this.x
  }
  get top() {
    return this.y
  }
  get right() {
    return this.x + this.width
  }
  get bottom() {
    return this.y + this.height
  }
  toJSON() {
    return {}
  }
} as unknown as typeof DOMRect

HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
  this.style.display = 'block'
}
HTMLElement.prototype.hidePopover = function hide(this: HTMLElement) {
  this.style.display = ''
}
HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}
globalThis.ToggleEvent ??= class extends Event {
  newState = ''
  oldState = ''
} as unknown as typeof ToggleEvent

// jsdom computes each style from its full default style sheet, which takes a quarter of the time of
// all tests. The app's style sheet isn't loaded here, so inline styles and the elements that
// browsers hide by default are enough.
const HIDDEN_ELEMENTS = '[hidden], dialog:not([open]), script, style, template, head, datalist'
window.getComputedStyle = (element) => {
  const inlineStyle = (element as HTMLElement).style
  const display = () =>
    inlineStyle?.display || (element.matches(HIDDEN_ELEMENTS) ? 'none' : 'block')
  const readProperty = (name: string): string =>
    name === 'display' ? display() : (inlineStyle?.getPropertyValue(name) ?? '')
  return new Proxy(inlineStyle ?? ({} as CSSStyleDeclaration), {
    get: (style, name) => {
      if (name === 'getPropertyValue') return readProperty
      return name === 'display' ? display() : Reflect.get(style, name, style)
    },
  })
}

// jsdom goes through its history with timers of its own, which take real time.
declare const jsdom: { window: object }
Object.assign(jsdom.window, { setTimeout, clearTimeout })

// The time of an event is that of the test, too.
const eventTimes = new WeakMap<Event, number>()
const { dispatchEvent } = EventTarget.prototype
EventTarget.prototype.dispatchEvent = function dispatch(event) {
  if (!eventTimes.has(event)) eventTimes.set(event, performance.now())
  return dispatchEvent.call(this, event)
}
Object.defineProperty(Event.prototype, 'timeStamp', {
  configurable: true,
  get(this: Event) {
    return eventTimes.get(this) ?? performance.now()
  },
})

/**
 * In a test, loading code takes real time, which differs with each machine. What shows late code
 * has a `LateCode` of its own.
 */
beforeAll(async () => {
  await Promise.all([answers.load(), screens.load()])
})

beforeAll(startTime)
beforeEach(startTime)
afterAll(stopTime)

const ALLOWED = /not wrapped in act|Not implemented: navigation|Injected fault/
const unexpectedLogs: string[] = []

beforeEach(() => {
  unexpectedLogs.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      const text = args.map(String).join(' ')
      if (!ALLOWED.test(text)) unexpectedLogs.push(text)
    })
  }
})

/**
 * The files of a worker share their modules: an import that is still under way when its file ends
 * would never end for the next one.
 */
afterAll(() => vi.dynamicImportSettled())

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  expect(unexpectedLogs).toEqual([])
})
