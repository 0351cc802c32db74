import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'undici'
import { callText, type Engine, type EngineOptions, VIEWPORT } from './engine.ts'
import { actionSources } from './input-actions.ts'
import { stopProcess } from './stop-process.ts'

/** Touch events, and a pointer that is coarse and can't hover. */
const TOUCH_SCREEN = {
  'dom.w3c_touch_events.enabled': 1,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
}

/** Firefox, over WebDriver BiDi. */
export async function startFirefox(
  program: string,
  { isDark, hasForcedColors, hasTouch, ...size }: EngineOptions,
): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const preferences = {
    'dom.serviceWorkers.enabled': false,
    'intl.accept_languages': 'en',
    // 0 is dark, and 1 is light.
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    // 2 is always, 0 is never.
    'browser.display.document_color_use': hasForcedColors ? 2 : 0,
    ...(hasTouch ? TOUCH_SCREEN : {}),
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    // It writes into the home directory, too.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const session = await Session.connect(`${await addressOf(child)}/session`)
  const { capabilities } = await session.send('session.new', { capabilities: {} })
  const { browserName, browserVersion } = capabilities as Record<string, string>
  const errors: string[] = []
  session.onLog = ({ level, text }) => level === 'error' && errors.push(text)
  await session.send('session.subscribe', { events: ['log.entryAdded'] })
  // In the first one, the address bar has the focus.
  const { context } = await session.send('browsingContext.create', { type: 'tab' })
  const resize = async (width: number, height: number) => {
    await session.send('browsingContext.setViewport', { context, viewport: { width, height } })
  }
  await resize(size.width ?? VIEWPORT.width, size.height ?? VIEWPORT.height)
  return {
    version: `${browserName} ${browserVersion}`,
    open: async (url) => {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (run, ...args) => {
      const expression = `JSON.stringify(${callText(run, args)})`
      const evaluation = { expression, target: { context }, awaitPromise: false }
      const { type, result, exceptionDetails } = await session.send('script.evaluate', evaluation)
      if (type === 'exception') throw new Error((exceptionDetails as { text: string }).text)
      const { value } = result as { value?: string }
      return value === undefined ? undefined : JSON.parse(value)
    },
    perform: async (steps) => {
      for (const source of actionSources(steps)) {
        await session.send('input.performActions', { context, actions: [source] })
      }
    },
    resize,
    print: async () => {
      const { data } = await session.send('browsingContext.print', { context })
      return Buffer.from(String(data), 'base64')
    },
    takeErrors: () => errors.splice(0),
    close: async () => {
      session.close()
      await stopProcess(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`Firefox has ended:\n${output}`)))
  })
}

type Result = Record<string, unknown>

interface Message {
  id?: number
  type?: string
  result?: Result
  error?: string
  message?: string
  method?: string
  params?: { level: string; text: string }
}

/** Commands over a socket, and what the page logs. */
class Session {
  onLog: (entry: { level: string; text: string }) => void = () => undefined
  readonly #waiting = new Map<number, (message: Message) => void>()
  #lastId = 0

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data))
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
      else if (message.method === 'log.entryAdded' && message.params) this.onLog(message.params)
    })
  }

  static async connect(address: string): Promise<Session> {
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Session(socket)
  }

  send(method: string, params: object = {}): Promise<Result> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ type, result, error, message }) => {
        this.#waiting.delete(id)
        if (type === 'error') reject(new Error(`${method}: ${error}: ${message}`))
        else resolve(result ?? {})
      })
      this.socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close(): void {
    this.socket.close()
  }
}
