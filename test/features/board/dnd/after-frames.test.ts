import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrames } from '#features/board/dnd/after-frames.ts'

let frames: FrameRequestCallback[] = []

/** Shows the next frame, and runs what waits for it to be on the screen. */
function showFrame(): void {
  for (const act of frames.splice(0)) act(0)
  vi.advanceTimersByTime(0)
}

beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Three acts, and which of them have run. */
function threeActs() {
  const done: string[] = []
  const acts = ['first', 'second', 'third'].map((name) => () => void done.push(name))
  return { acts, done }
}

function fail(): never {
  throw new Error('no move')
}

test('each act runs after a frame of its own', () => {
  const { acts, done } = threeActs()
  afterFrames(acts)
  vi.advanceTimersByTime(100)
  expect(done).toEqual([])
  showFrame()
  expect(done).toEqual(['first'])
  showFrame()
  expect(done).toEqual(['first', 'second'])
  showFrame()
  showFrame()
  vi.runAllTimers()
  expect(done).toEqual(['first', 'second', 'third'])
})

test('the acts run on a page that shows no frames, too', () => {
  const { acts, done } = threeActs()
  afterFrames(acts)
  vi.advanceTimersByTime(300)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(600)
  expect(done).toEqual(['first', 'second', 'third'])
})

test('the acts that are left run at once when asked, and only once', () => {
  const { acts, done } = threeActs()
  const finish = afterFrames(acts)
  showFrame()
  finish()
  expect(done).toEqual(['first', 'second', 'third'])
  finish()
  showFrame()
  vi.runAllTimers()
  expect(done).toEqual(['first', 'second', 'third'])
})

test('an act runs also when the one before it failed', () => {
  const { acts, done } = threeActs()
  afterFrames([fail, ...acts])
  expect(showFrame).toThrow('no move')
  showFrame()
  expect(done).toEqual(['first'])
})

test('asked for what is left, an act runs also when the one before it failed', () => {
  const { acts, done } = threeActs()
  expect(afterFrames([fail, ...acts])).toThrow('no move')
  expect(done).toEqual(['first', 'second', 'third'])
})

test('the acts run at once when the page is left', () => {
  const { acts, done } = threeActs()
  afterFrames(acts)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(done).toEqual(['first', 'second', 'third'])
})
