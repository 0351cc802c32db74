import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { callText, type Engine, type EngineOptions, MISSING, VIEWPORT } from './engine.ts'
import { actionSources } from './input-actions.ts'
import { stopProcess } from './stop-process.ts'
import { WebDriverSession } from './webdriver-session.ts'

/** WebKitGTK, over WebDriver. It has no headless mode, so its window is on a display of its own. */
export async function startWebKit(
  program: string,
  { isDark, width = VIEWPORT.width, height = VIEWPORT.height }: EngineOptions,
): Promise<Engine> {
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      // The page is in the language of the system.
      LANGUAGE: 'en',
      DISPLAY: display.name,
      GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
      // Without a graphics card, and as root in a container.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  if (driver.pid === undefined) throw new Error(`${program} can’t be started`)
  const session = await WebDriverSession.open(
    { url: `http://127.0.0.1:${port}`, pid: driver.pid },
    { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
  )
  const evaluate: Engine['evaluate'] = (run, ...args) =>
    session.send('POST', '/execute/sync', { script: `return ${callText(run, args)}`, args: [] })
  // Its window is at least 447 px wide.
  const resize = async (width: number, height: number) => {
    await session.send('POST', '/window/rect', { width, height })
    const sizeOf = () => [
      window.outerWidth - window.innerWidth,
      window.outerHeight - window.innerHeight,
    ]
    const [extraWidth = 0, extraHeight = 0] = await evaluate(sizeOf)
    const outer = { width: width + extraWidth, height: height + extraHeight }
    await session.send('POST', '/window/rect', outer)
  }
  await resize(width, height)
  return {
    version: `WebKitGTK ${session.browserVersion}`,
    open: (url) => session.send('POST', '/url', { url }),
    evaluate,
    perform: async (steps) => {
      for (const source of actionSources(steps)) {
        await session.send('POST', '/actions', { actions: [source] })
      }
    },
    resize,
    print: () => Promise.reject(new Error(MISSING.webkit.print)),
    // It reports none.
    takeErrors: () => [],
    close: async () => {
      await session.send('DELETE', '').catch(() => undefined)
      await stopProcess(driver)
      await display.stop()
    },
  }
}

/** A display of its own, that nobody sees. */
async function startDisplay(): Promise<{ name: string; stop: () => Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const failed = once(server, 'error').then(([error]) => Promise.reject(error))
  const pipe = server.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe for its number')
  const [number] = await Promise.race([once(pipe, 'data'), failed])
  return { name: `:${String(number).trim()}`, stop: () => stopProcess(server) }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** Debian has it in a directory of the processor's architecture. */
function miniBrowser(): string {
  const paths = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)
  const found = paths.find((path) => existsSync(path))
  if (!found) throw new Error('There is no MiniBrowser beside WebKitWebDriver')
  return found
}
