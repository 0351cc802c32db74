import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ForgeKind } from './forge.ts'

export interface SignedHook {
  headers: Headers
  /** As it came. */
  body: Uint8Array
}

/** `late`: its time says that it is older than five minutes, or from the future. */
export type HookVerdict = 'accepted' | 'forged' | 'late'

/** As Standard Webhooks recommends. */
const MAX_AGE_MS = 5 * 60_000

/** Whether the forge has sent it: it knows the secret. */
export function verifyHook(
  kind: ForgeKind,
  { headers, body }: SignedHook,
  secret: string,
  now = Date.now(),
): HookVerdict {
  if (kind === 'gitlab') return verifyGitlab(headers, body, secret, now)
  // Gitea sends the headers of GitHub, too.
  const name = kind === 'gitea' ? 'X-Gitea-Signature' : 'X-Hub-Signature-256'
  const prefix = kind === 'gitea' ? '' : 'sha256='
  const expected = `${prefix}${hmac(secret, [body]).toString('hex')}`
  return isSame(headers.get(name), expected) ? 'accepted' : 'forged'
}

/** The plain token, or the signature of Standard Webhooks, if there is one. */
function verifyGitlab(
  headers: Headers,
  body: Uint8Array,
  secret: string,
  now: number,
): HookVerdict {
  const signature = headers.get('webhook-signature')
  if (signature === null) {
    return isSame(headers.get('X-Gitlab-Token'), secret) ? 'accepted' : 'forged'
  }
  const [id, time] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? '']
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const text = `v1,${hmac(key, [`${id}.${time}.`, body]).toString('base64')}`
  // Several, while a secret is being replaced.
  if (!signature.split(' ').some((one) => isSame(one, text))) return 'forged'
  const age = Math.abs(now - Number(time) * 1_000)
  return age <= MAX_AGE_MS ? 'accepted' : 'late'
}

/** What a forge sends twice has the same id; undefined without one. */
export function deliveryId(headers: Headers): string | undefined {
  const names = ['X-Gitea-Delivery', 'X-GitHub-Delivery', 'webhook-id', 'X-Gitlab-Event-UUID']
  return names.map((name) => headers.get(name)).find((id) => id !== null) ?? undefined
}

function hmac(key: string | Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const sum = createHmac('sha256', key)
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** In the same time, whatever is sent. */
function isSame(given: string | null, expected: string): boolean {
  const [left, right] = [hmac('same length', [given ?? '']), hmac('same length', [expected])]
  return timingSafeEqual(left, right) && given !== null
}
