import * as v from 'valibot'
import { createMemoryService } from '#test/support/memory-service.ts'
import { describeConformance } from './suite.ts'

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
    const { service, keys } = await createMemoryService()
    return {
      fetch: async (path, init) => service.fetch(new Request(`http://board.test${path}`, init)),
      keys: {
        viewer: keys.viewer,
        member: keys.member,
        maintainer: keys.maintainer,
        several: keys.everywhere,
      },
      strict: true,
    }
  })
}
