import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { EngineLostError } from './engine.ts'

const START_MS = 15_000
const RETRY_MS = 100
/** The driver itself ends what a page takes too long for, and says so. */
const PAGE_MS = 20_000
const ANSWER_MS = 30_000
const OBSERVED_MS = 4_000
const BUSY_SECONDS = 2

/** One browser, over its driver's HTTP. */
export class WebDriverSession {
  #lost: EngineLostError | undefined

  private constructor(
    private readonly driver: { url: string; pid: number },
    private readonly id: string,
    readonly browserVersion: string,
  ) {}

  static async open(
    driver: { url: string; pid: number },
    browser: Readonly<Record<string, unknown>>,
  ): Promise<WebDriverSession> {
    const timeouts = { pageLoad: PAGE_MS, script: PAGE_MS }
    const capabilities = { alwaysMatch: { ...browser, timeouts } }
    const start = Date.now()
    for (;;) {
      try {
        const { sessionId, capabilities: actual } = await command<{
          sessionId: string
          capabilities: { browserVersion: string }
        }>(driver, 'POST', '/session', { capabilities })
        return new WebDriverSession(driver, sessionId, actual.browserVersion)
      } catch (error) {
        // The driver needs a moment before it listens.
        if (Date.now() - start > START_MS) throw error
        await wait(RETRY_MS)
      }
    }
  }

  async send<Value>(method: string, path: string, body?: object): Promise<Value> {
    if (this.#lost) throw this.#lost
    try {
      return await command<Value>(this.driver, method, `/session/${this.id}${path}`, body)
    } catch (error) {
      if (error instanceof EngineLostError) this.#lost = error
      throw error
    }
  }
}

async function command<Value>(
  driver: { url: string; pid: number },
  method: string,
  path: string,
  body?: object,
): Promise<Value> {
  const response = await fetch(`${driver.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(async (error: Error) => {
    if (error.name !== 'TimeoutError') throw error
    // It waits for a page that runs something without an end: that is the page's fault.
    if (await isBusy(driver.pid)) throw new Error(`${method} ${path}: the page is busy`)
    throw new EngineLostError(`the driver doesn’t answer ${method} ${path}`)
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
  return value
}

/** Whether a process, or one that it has started, uses the processor most of the time. */
async function isBusy(pid: number): Promise<boolean> {
  const before = processorSeconds(pid)
  await wait(OBSERVED_MS)
  return processorSeconds(pid) - before >= BUSY_SECONDS
}

function processorSeconds(pid: number): number {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,times=']).toString().trim()
  const rows = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const secondsOf = (parent: number): number =>
    rows.reduce((sum, [own = 0, of, seconds = 0]) => {
      if (own === parent) return sum + seconds
      return of === parent ? sum + secondsOf(own) : sum
    }, 0)
  return secondsOf(pid)
}
