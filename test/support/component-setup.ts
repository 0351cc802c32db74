import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What jsdom lacks, as little of it as the app needs, and a console that must stay silent. */

// A part that is fetched when it is first wanted takes its time on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

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

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const isScroller = (element: Element) => /(column|list)-scroll/.test(element.className)

// Rows are measured: without sizes a virtual list draws nothing.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return isScroller(this) ? 800 : 96
    },
  },
  offsetWidth: { configurable: true, get: () => 280 },
  clientHeight: { configurable: true, get: () => 800 },
})
// Used inside quoted attribute values only, where quotes and backslashes are all that need care.
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

// jsdom works each style out anew from its whole default sheet, which took a quarter of all tests' time. No sheet of ours
// is loaded here: what the elements say themselves, and which of them browsers do not show, is all there is.
const UNSHOWN = '[hidden], dialog:not([open]), script, style, template, head, datalist'
window.getComputedStyle = (element) => {
  const own = (element as HTMLElement).style
  const display = () => own?.display || (element.matches(UNSHOWN) ? 'none' : 'block')
  const read = (name: string): string => (name === 'display' ? display() : (own?.getPropertyValue(name) ?? ''))
  return new Proxy(own ?? ({} as CSSStyleDeclaration), {
    get: (style, name) => {
      if (name === 'getPropertyValue') return read
      return name === 'display' ? display() : Reflect.get(style, name, style)
    },
  })
}

const ALLOWED = /not wrapped in act|Not implemented: navigation|Injected fault/
const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      const text = words.map(String).join(' ')
      if (!ALLOWED.test(text)) complaints.push(text)
    })
  }
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})
