import { vi } from 'vitest'

/**
 * Time of the component tests. It passes only while nothing else happens: no code runs, and nothing
 * that takes real time is under way. So a wait takes no real time, and the speed of the machine
 * changes nothing.
 * See .github/decisions/0020-tests.md.
 */

/** Longer than any test waits for: it waits for something that never happens. A search may. */
const MAX_TEST_MS = process.env.SEARCH_SECONDS ? Number.POSITIVE_INFINITY : 60 * 60_000
/** Turns of the event loop in which nothing happens before the next timer is due. */
const QUIET_TURNS = 2
/** So many turns in a row take no time. Each one after them takes a moment. */
const MAX_BUSY_TURNS = 50
const BUSY_TURN_MS = 5

/** What takes real time, and is under way. */
let workCount = 0
let quietTurns = 0
let busyTurns = 0
let isRunning = false
let startedAt = 0

/** Lets time stand still until the promise is settled. */
export function duringWork<Result>(work: Promise<Result>): Promise<Result> {
  workCount += 1
  const end = () => {
    workCount -= 1
  }
  work.then(end, end)
  return work
}

// Before React is loaded, which keeps the timers that it finds.
vi.useFakeTimers({
  now: new Date('2026-01-06T09:00:00Z'),
  toFake: [
    ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const),
    ...(['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
  ],
})

const { subtle } = crypto
for (const name of ['encrypt', 'decrypt', 'generateKey', 'digest', 'importKey'] as const) {
  const original = subtle[name] as (...args: unknown[]) => Promise<unknown>
  const method = (...args: unknown[]) => duringWork(original.apply(subtle, args))
  Object.defineProperty(subtle, name, { configurable: true, value: method })
}

// The one of Node takes real time.
AbortSignal.timeout = (ms) => {
  const controller = new AbortController()
  const error = new DOMException('The operation timed out.', 'TimeoutError')
  setTimeout(() => controller.abort(error), ms)
  return controller.signal
}

const { setImmediate: nextTurn, clearImmediate: cancelTurn } = globalThis
const waitingImmediates = new Set<NodeJS.Immediate>()
globalThis.setImmediate = ((act: (...args: unknown[]) => void, ...args: unknown[]) => {
  const immediate = nextTurn(() => {
    waitingImmediates.delete(immediate)
    act(...args)
  })
  waitingImmediates.add(immediate)
  return immediate
}) as typeof setImmediate
globalThis.clearImmediate = (immediate) => {
  if (typeof immediate === 'object') waitingImmediates.delete(immediate)
  cancelTurn(immediate)
}

/** Before each test. */
export function startTime(): void {
  startedAt = Date.now()
  if (isRunning) return
  isRunning = true
  nextTurn(turn)
}

export function stopTime(): void {
  isRunning = false
}

function turn(): void {
  if (!isRunning) return
  if (hasWork()) quietTurns = 0
  else if (waitingImmediates.size > 0) passBusyTurn()
  else passQuietTurn()
  nextTurn(turn)
}

function hasWork(): boolean {
  // Files that are being read, for example.
  return workCount > 0 || process.getActiveResourcesInfo().some((name) => name.includes('Req'))
}

function passQuietTurn(): void {
  busyTurns = 0
  quietTurns += 1
  if (quietTurns < QUIET_TURNS || vi.getTimerCount() === 0) return
  quietTurns = 0
  if (Date.now() - startedAt > MAX_TEST_MS) {
    isRunning = false
    throw new Error('The test has waited for an hour of its time, for something that never happens')
  }
  vi.advanceTimersToNextTimer()
}

/** React can render again and again until a moment has passed. */
function passBusyTurn(): void {
  quietTurns = 0
  busyTurns += 1
  if (busyTurns > MAX_BUSY_TURNS) vi.advanceTimersByTime(BUSY_TURN_MS)
}
