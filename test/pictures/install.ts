import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { dismissHints, signIn } from '../support/browser.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { startBoard } from '../support/start-board.ts'

/** Draws what an installed page shows: the icons from favicon.svg, and two pictures of the demo. */

const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url))

/** The system cuts a maskable icon to a shape of its own, within this part of it. */
const SAFE_PART = 0.8

const ICONS = [
  { name: 'icon-180.png', size: 180, isMaskable: true },
  { name: 'icon-192.png', size: 192, isMaskable: false },
  { name: 'icon-512.png', size: 512, isMaskable: false },
  { name: 'icon-maskable-512.png', size: 512, isMaskable: true },
]

const SCREENS = [
  { name: 'screen-wide.png', width: 1280, height: 800 },
  { name: 'screen-narrow.png', width: 390, height: 844 },
]

async function drawIcons(browser: Browser): Promise<void> {
  const svg = readFileSync(`${PUBLIC}favicon.svg`, 'utf8')
  const ground = /fill="(#\w+)"/.exec(svg)?.[1] ?? 'none'
  for (const { name, size, isMaskable } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const part = isMaskable ? SAFE_PART * 100 : 100
    const color = isMaskable ? ground : 'transparent'
    const style = `margin:0;display:grid;place-items:center;height:100vh;background:${color}`
    const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    await page.setContent(`<body style="${style}"><img src="${image}" width="${part}%"></body>`)
    await page.screenshot({ path: `${PUBLIC}${name}`, omitBackground: true })
    await page.close()
  }
}

async function takeScreens(browser: Browser): Promise<void> {
  const board = await startBoard()
  for (const { name, ...viewport } of SCREENS) {
    const page = await browser.newPage({ viewport })
    await dismissHints(page)
    await signIn(page, board.url, board.keys.maintainer)
    await page.locator('header').getByText('live', { exact: true }).waitFor({ state: 'attached' })
    await page.screenshot({ path: `${PUBLIC}${name}` })
    await page.close()
  }
  await board.stop()
}

const browser = await launchBrowser()
await drawIcons(browser)
await takeScreens(browser)
await browser.close()
