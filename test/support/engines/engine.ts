import { existsSync } from 'node:fs'

const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

/** One step of a person's hands. Coordinates are in CSS pixels of the viewport. */
export type InputStep =
  | { type: 'move'; x: number; y: number }
  | { type: 'press' }
  | { type: 'release' }
  /** A finger that goes down at a place, moves, and goes up. */
  | { type: 'touch' | 'slide'; x: number; y: number }
  | { type: 'lift' }
  /** `key` as in `KeyboardEvent.key`. */
  | { type: 'key-down' | 'key-up'; key: string }
  | { type: 'wheel'; x: number; y: number; deltaY: number }
  | { type: 'pause'; ms: number }

export interface EngineOptions {
  width?: number
  height?: number
  /** What the system prefers. */
  isDark?: boolean
  hasForcedColors?: boolean
  /** A screen for fingers, and no mouse. */
  hasTouch?: boolean
}

/** A running browser with one page. */
export interface Engine {
  /** "Firefox 153.7.0" */
  version: string
  open: (url: string) => Promise<void>
  /** Runs a function in the page. Its arguments and its result are JSON. */
  evaluate: <Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>
  /** Input of the browser itself, not of a script of the page. */
  perform: (steps: readonly InputStep[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** The page on paper, as a PDF. */
  print: () => Promise<Buffer>
  /** What the page has logged as an error or thrown since the last time, as far as the engine says. */
  takeErrors: () => readonly string[]
  close: () => Promise<void>
}

/** The browser no longer answers, though no page of it is busy. */
export class EngineLostError extends Error {}

interface MissingFeatures {
  forcedColors?: string
  print?: string
  touch?: string
}

/** Why a journey can't run in an engine. */
export const MISSING: Readonly<Record<EngineName, MissingFeatures>> = {
  chromium: {},
  firefox: {},
  webkit: {
    forcedColors: 'WebKit has no forced colors',
    print: 'WebKitWebDriver can’t print',
    touch: 'MiniBrowser has no touch screen under Xvfb',
  },
}

export const VIEWPORT = { width: 1440, height: 900 } as const

const PROGRAMS: Readonly<Record<EngineName, readonly (string | undefined)[]>> = {
  chromium: [],
  firefox: [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
  webkit: [process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver'],
}

declare module 'vitest' {
  interface ProvidedContext {
    /** In which the journeys run. */
    engine: EngineName
  }
}

export function missingEngines(): readonly EngineName[] {
  return ENGINES.filter((name) => !installedEngines().includes(name))
}

/** Undefined if it isn't installed. */
export function programOf(name: EngineName): string | undefined {
  return PROGRAMS[name].find((path) => path !== undefined && existsSync(path))
}

/** Those that the journeys can run in here. Chromium is found by other means, and always needed. */
export function installedEngines(): readonly EngineName[] {
  return ENGINES.filter((name) => name === 'chromium' || programOf(name) !== undefined)
}

/** The text of a program that calls a function with these arguments. */
export function callText(run: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(${run})(...${JSON.stringify(args)})`
}
