import type { TestProject } from 'vitest/node'
import { launchBrowserServer } from './launch-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket address of the browser that all browser tests share. */
    browserAddress: string
  }
}

/** Starts one browser for all browser tests of a run. */
export default async function setup({ provide }: TestProject) {
  const server = await launchBrowserServer()
  provide('browserAddress', server.wsEndpoint())
  return () => server.close()
}
