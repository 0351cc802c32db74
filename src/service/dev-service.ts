import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { openService } from './open-service.ts'

/** The embedded service as a handler for the development server, on the same `.board` directory as `npm start`. */
export async function createDevHandler(): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { service, demoKeys } = await openService({
    data: process.env.BOARD_DATA ?? '.board',
    empty: false,
    demoCards: undefined,
    cors: [],
    onFault: (requestId, error) => console.error(`request ${requestId} failed:`, error),
  })
  console.log('Sign-in links of the demo keys: put one behind the address below.')
  for (const key of demoKeys) console.log(`  ${key.name.padEnd(11)} #key=${key.secret}`)
  const server = createAdaptorServer({ fetch: service.fetch })
  // The adaptor puts its one listener on the server it makes; the development server calls it for /v1 only.
  const [listener] = server.listeners('request') as RequestListener[]
  return (request, response) =>
    listener?.(request as Parameters<RequestListener>[0], response as Parameters<RequestListener>[1])
}
