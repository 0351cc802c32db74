import * as v from 'valibot'
import { afterAll } from 'vitest'
import { createHttpServer } from '#service/web/http-server.ts'
import { createProxy } from '#service/web/proxy.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'
import { type Deployment, describeConformance } from './suite.ts'

const keysSchema = v.object({
  viewer: v.string(),
  member: v.string(),
  maintainer: v.string(),
  several: v.optional(v.string()),
})

/**
 * By default, the suite runs on the embedded service. To run it on another deployment, set:
 * CONFORMANCE_URL=https://board.example
 * CONFORMANCE_KEYS='{"viewer":"…","member":"…","maintainer":"…"}'
 */
const { CONFORMANCE_URL, CONFORMANCE_KEYS } = process.env

if (CONFORMANCE_URL) {
  const { several, ...keys } = v.parse(keysSchema, JSON.parse(CONFORMANCE_KEYS ?? '{}'))
  describeConformance(CONFORMANCE_URL, async () => ({
    fetch: (path, init) => fetch(CONFORMANCE_URL.replace(/\/$/, '') + path, init),
    keys: { ...keys, ...(several ? { several } : {}) },
    strict: false,
  }))
} else {
  describeConformance('The embedded service', async () => {
    const { service, keys } = await createMemoryService({ isLive: true })
    const fetch: Deployment['fetch'] = async (path, init) =>
      service.fetch(new Request(`http://board.test${path}`, init))
    return { fetch, keys: deployedKeys(keys), strict: true }
  })

  describeConformance('The embedded service behind the proxy', async () => {
    const { service, keys } = await createMemoryService({ isLive: true })
    const upstream = createHttpServer(service.fetch)
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    const address = upstream.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const proxy = createProxy({ target: new URL(`http://127.0.0.1:${port}/`) })
    afterAll(async () => {
      await proxy.close()
      upstream.close()
    })
    const fetch: Deployment['fetch'] = async (path, init) =>
      proxy.fetch(new Request(`http://page.test${path}`, init))
    return { fetch, keys: deployedKeys(keys), strict: true }
  })
}

function deployedKeys({ viewer, member, maintainer, everywhere }: MemoryService['keys']) {
  return { viewer, member, maintainer, several: everywhere }
}
