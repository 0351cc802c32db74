import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../launch-browser.ts'
import { callText, type Engine, type EngineOptions, type InputStep, VIEWPORT } from './engine.ts'

/** Chromium or Chrome, over the DevTools Protocol. */
export async function startChromium({
  isDark,
  hasForcedColors,
  hasTouch = false,
  ...size
}: EngineOptions): Promise<Engine> {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { ...VIEWPORT, ...size },
    serviceWorkers: 'block',
    colorScheme: isDark ? 'dark' : 'light',
    forcedColors: hasForcedColors ? 'active' : 'none',
    hasTouch,
    isMobile: hasTouch,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => {
      await page.goto(url)
    },
    evaluate: (run, ...args) => page.evaluate(callText(run, args)),
    perform: async (steps) => {
      for (const step of steps) await perform(page, session, step)
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    print: () => page.pdf(),
    takeErrors: () => errors.splice(0),
    close: () => browser.close(),
  }
}

interface Point {
  x: number
  y: number
}

async function perform(page: Page, session: CDPSession, step: InputStep): Promise<void> {
  const { mouse, keyboard } = page
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  }
  switch (step.type) {
    case 'move':
      return mouse.move(step.x, step.y)
    case 'press':
      return mouse.down()
    case 'release':
      return mouse.up()
    case 'touch':
      return touch('touchStart', [step])
    case 'slide':
      return touch('touchMove', [step])
    case 'lift':
      return touch('touchEnd', [])
    case 'key-down':
      return keyboard.down(step.key)
    case 'key-up':
      return keyboard.up(step.key)
    case 'wheel':
      await mouse.move(step.x, step.y)
      return mouse.wheel(0, step.deltaY)
    case 'pause':
      return page.waitForTimeout(step.ms)
  }
}
