import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type RunningBoard, startBoard } from './start-board.ts'

/** A browser and a running board for the tests of one file. */
export interface EndToEnd {
  browser: Browser
  board: RunningBoard
}

/** Starts both before the first test of a file and stops both after the last. */
export function endToEnd(args: readonly string[] = []): EndToEnd {
  const running: Partial<EndToEnd> = {}
  beforeAll(async () => {
    const [browser, board] = await Promise.all([openBrowser(), startBoard(args)])
    Object.assign(running, { browser, board })
  })
  afterAll(async () => {
    await running.browser?.close()
    await running.board?.stop()
  })
  const requireStarted = <T>(value: T | undefined): T => {
    if (value === undefined)
      throw new Error('The browser and the board can’t be used before the first test starts')
    return value
  }
  return {
    get browser() {
      return requireStarted(running.browser)
    },
    get board() {
      return requireStarted(running.board)
    },
  }
}
