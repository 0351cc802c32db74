import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type RunningBoard, startBoard } from './start-board.ts'

/** A browser and a running board for the tests of one file. */
export interface EndToEnd {
  browser: Browser
  board: RunningBoard
}

/** Starts both before the first test of a file and ends both after the last. */
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
  const need = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The board is there from the first test on, not before')
    return part
  }
  return {
    get browser() {
      return need(running.browser)
    },
    get board() {
      return need(running.board)
    },
  }
}
