import type { Page } from 'playwright-core'
import { launchBrowser } from '../launch-browser.ts'
import { callText, type Engine, type EngineOptions, type InputStep, VIEWPORT } from './engine.ts'

/** Chromium or Chrome, over the DevTools Protocol. */
export async function startChromium({
  isDark,
  hasForcedColors,
  ...size
}: EngineOptions): Promise<Engine> {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { ...VIEWPORT, ...size },
    serviceWorkers: 'block',
    colorScheme: isDark ? 'dark' : 'light',
    forcedColors: hasForcedColors ? 'active' : 'none',
  })
  const page = await context.newPage()
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
      for (const step of steps) await perform(page, step)
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    print: () => page.pdf(),
    takeErrors: () => errors.splice(0),
    close: () => browser.close(),
  }
}

async function perform({ mouse, keyboard, ...page }: Page, step: InputStep): Promise<void> {
  switch (step.type) {
    case 'move':
      return mouse.move(step.x, step.y)
    case 'press':
      return mouse.down()
    case 'release':
      return mouse.up()
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
