import { beforeEach, expect, test, vi } from 'vitest'
import { ANNOUNCEMENT_MS, announce, resetAnnouncer, useAnnouncer } from '#state/announcer.ts'

beforeEach(() => {
  vi.useFakeTimers()
  resetAnnouncer()
  return () => {
    resetAnnouncer()
    vi.useRealTimers()
  }
})

/** All that is announced, in order. */
function announced(): string[] {
  const texts = [useAnnouncer.getState().text]
  while (useAnnouncer.getState().waiting.length > 0) {
    vi.advanceTimersByTime(ANNOUNCEMENT_MS)
    texts.push(useAnnouncer.getState().text)
  }
  return texts
}

test('simultaneous sentences follow each other', () => {
  announce('One')
  announce('Two')
  announce('Three')
  expect(announced()).toEqual(['One', 'Two', 'Three'])
})

test('of those about one topic, the newest takes the place of one that waits', () => {
  announce('1 card selected', 'selection')
  announce('2 cards selected', 'selection')
  announce('Saved')
  announce('3 cards selected', 'selection')
  expect(announced()).toEqual(['1 card selected', 'Saved', '3 cards selected'])
})
