import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const EXECUTABLE_PATHS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Starts the system's Chromium or Chrome, or else the one that Playwright installed. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: browserExecutable(), args: FLAGS })
}

/** Starts a browser for a program that isn't a test. Playwright hides scrollbars by default. */
export async function launchBrowser({ showsScrollbars = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: browserExecutable(),
    args: FLAGS,
    ignoreDefaultArgs: showsScrollbars ? ['--hide-scrollbars'] : [],
  })
}

function browserExecutable(): string {
  const installed = EXECUTABLE_PATHS.find((path) => path && existsSync(path))
  const executablePath = installed ?? playwrightExecutable()
  if (executablePath) return executablePath
  throw new Error(
    'No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.',
  )
}

function playwrightExecutable(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
