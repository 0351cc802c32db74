import { afterEach, beforeEach, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'

const CREATED = { actor: 'operator', now: new Date('2026-11-01T09:00:00Z') }
const ENDED = { actor: 'operator', now: new Date('2026-11-28T09:00:00Z') }
const ROLES = [{ boardId: 12, role: 'member' }]

let running: MemoryService
let credentials: CredentialStore

beforeEach(async () => {
  running = await createMemoryService({ clock: () => Date.parse('2026-11-29T09:00:00Z') })
  credentials = new CredentialStore(running.database)
})
afterEach(() => running.close())

async function answerTo(secret: string) {
  const headers = { Authorization: `Bearer ${secret}` }
  const response = await running.service.request('/v1/me', { headers })
  const { status } = response
  const { code, detail } = await response.json()
  return { status, code, detail }
}

const create = (expiresAt?: string) =>
  credentials.create({ name: 'CI', scopes: ['read'], roles: ROLES, expiresAt }, CREATED)

const rejected = (detail: string) => ({ status: 401, code: 'key_not_accepted', detail })

test('who has a key that was revoked is told so, and when', async () => {
  const { clientId, secret } = await create()
  await credentials.revoke(clientId, ENDED)
  const detail = 'This API key was revoked on Nov 28, 2026.'
  expect(await answerTo(secret)).toEqual(rejected(detail))
})

test('who has a key that has expired is told so', async () => {
  const { secret } = await create('2026-11-20T00:00:00.000Z')
  const detail = 'This API key expired on Nov 20, 2026.'
  expect(await answerTo(secret)).toEqual(rejected(detail))
})

test('who has the older secret of a key is asked for the newer one', async () => {
  const { clientId, secret } = await create()
  await credentials.rotate(clientId, CREATED)
  await credentials.retireOlder(clientId, ENDED)
  const detail = 'This secret was retired on Nov 28, 2026. Enter the key’s newer one.'
  expect(await answerTo(secret)).toEqual(rejected(detail))
})

test('a key that was never accepted is mistyped, or unknown', async () => {
  const { secret } = await create()
  const other = await createMemoryService()
  const unknown = await other.makeKey({ 12: 'member' })
  await other.close()
  const mistyped = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
  for (const key of [unknown, mistyped, 'kbs_short']) {
    expect(await answerTo(key)).toEqual(rejected(messages.problems.keyNotAccepted))
  }
})
