import { vi } from 'vitest'

/**
 * Answers each `fetch` with `respond`; `Response.error()` is a lost connection. Not a server of
 * msw: when a request is aborted just as its response is lost, msw leaves a rejected promise that
 * nothing handles, and Vitest fails. `vi.unstubAllGlobals` undoes it.
 */
export function stubFetch(respond: (request: Request) => Promise<Response>): void {
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const request = new Request(url, init)
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
    const response = await Promise.race([respond(request), aborted])
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  })
}
