import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openPage, PHONE } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { LANGUAGE_STATES, reachState } from '#test/support/language-states.ts'
import { type PageTexts, textsIn } from '#test/support/page-texts.ts'

const running = endToEnd(['--scripted-demo'])

let textOf: PageTexts
beforeAll(async () => {
  textOf = await textsIn('en')
})

/** In CSS pixels (WCAG 2.5.5). */
const MIN_SIZE = 44

/**
 * The controls in the window that a finger can miss: a touch just inside of the least size, around
 * their center, leads to something else. What is around a control can belong to it.
 */
function measureTargets(page: Page): Promise<{ count: number; small: string[] }> {
  return page.evaluate((size) => {
    const controls =
      'button, a[href], input, select, textarea, summary, [role="menuitem"], [role="option"], [role="tab"], [role="radio"]'
    const top = document.querySelector('dialog[open]:not([data-sheet]), [popover]:popover-open')
    const scope = top ?? document.body
    const reach = size / 2 - 1
    const found: string[] = []
    let count = 0
    for (const control of scope.querySelectorAll<HTMLElement>(controls)) {
      // A touch anywhere on a card follows its link, and one on a label is one on its control.
      const whole = control.closest<HTMLElement>(
        control.matches('[data-card-link]') ? 'article, [role="row"]' : 'label',
      )
      const element = whole ?? control
      // What is scrolled away can be scrolled to.
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top: y, width, height } = element.getBoundingClientRect()
      const [x0, y0] = [left + width / 2, y + height / 2]
      const hitAt = (x: number, y: number) => document.elementFromPoint(x, y)
      const isThere = (x: number, y: number) => element.contains(hitAt(x, y))
      if (width === 0 || !control.checkVisibility() || !isThere(x0, y0)) continue
      const points = [
        [x0 - reach, y0],
        [x0 + reach, y0],
        [x0, y0 - reach],
        [x0, y0 + reach],
      ] as const
      count += 1
      const missed = points.find(([x, y]) => {
        const isInWindow = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
        return isInWindow && !isThere(x, y)
      })
      if (!missed) continue
      const name = control.ariaLabel ?? control.textContent?.trim().slice(0, 40) ?? ''
      const size = `${Math.round(width)}×${Math.round(height)}`
      found.push(
        `${control.tagName} ${name}, ${size}: ${hitAt(...missed)?.outerHTML.slice(0, 80)} at ${Math.round(missed[0] - x0)},${Math.round(missed[1] - y0)}`,
      )
    }
    return { count, small: [...new Set(found)] }
  }, MIN_SIZE)
}

test.each(LANGUAGE_STATES)('$name has controls that a finger can’t miss', async (state) => {
  const { page } = await openPage(running.browser, PHONE)
  await reachState(page, running.board, state, textOf)
  const { count, small } = await measureTargets(page)
  expect(small).toEqual([])
  expect(count).toBeGreaterThan(0)
})
