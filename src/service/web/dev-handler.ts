import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { messages } from '../messages/messages.ts'
import { openService } from '../open-service.ts'
import { createLogger, loggedError } from './logger.ts'

/**
 * Request handler for the development server. It uses the same `.board` directory as `npm start`.
 */
export async function createDevHandler(): Promise<
  (request: IncomingMessage, response: ServerResponse) => void
> {
  const log = createLogger('warn')
  const { service, demo } = await openService({
    data: process.env.BOARD_DATA ?? '.board',
    databaseUrl: process.env.DATABASE_URL,
    empty: false,
    demoCards: undefined,
    cors: [],
    onFault: (requestId, error) => log.error({ requestId, error: loggedError(error) }, 'fault'),
  })
  console.log(messages.startup.devSignInLinks)
  for (const key of demo.keys) console.log(`  ${key.name.padEnd(11)} #key=${key.secret}`)
  const server = createAdaptorServer({ fetch: service.fetch })
  // The adaptor adds its only listener to the server that it creates. The development server calls
  // it only for /v1.
  const [listener] = server.listeners('request') as RequestListener[]
  return (request, response) =>
    listener?.(
      request as Parameters<RequestListener>[0],
      response as Parameters<RequestListener>[1],
    )
}
