import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { verifyHook } from '#service/forge/verify-hook.ts'
import { ForgeHook } from '#service/repository/forge/forge-hook.ts'

const SECRET = 'the secret of the test'
const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Recorded events of GitHub, by their names. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  (
    JSON.parse(
      readFileSync(
        createRequire(import.meta.url).resolve(
          '@octokit/webhooks-examples/api.github.com/index.json',
        ),
        'utf8',
      ),
    ) as { name: string; examples: unknown[] }[]
  ).map(({ name, examples }) => [name, examples]),
)

function hookOf(headers: Record<string, string>, body: string) {
  return { headers: new Headers(headers), body: bytes(body) }
}

test('the signature is that of GitHub’s own example', () => {
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const hook = hookOf({ 'X-Hub-Signature-256': signature }, 'Hello, World!')
  expect(verifyHook('github', hook, "It's a Secret to Everybody")).toBe('accepted')
})

const NOW = Date.UTC(2026, 0, 1)
const webhook = (time: number, body: string, id = 'one') => ({
  'webhook-id': id,
  'webhook-timestamp': String(time / 1_000),
  'webhook-signature': `v1,none v1,${createHmac('sha256', SECRET)
    .update(`${id}.${time / 1_000}.${body}`)
    .digest('base64')}`,
})

describe.each([
  ['github', (body: string) => ({ 'X-Hub-Signature-256': `sha256=${hex(body)}` })],
  [
    'gitea',
    (body: string) => ({ 'X-Gitea-Signature': hex(body), 'X-Hub-Signature-256': 'sha256=other' }),
  ],
  ['gitlab', () => ({ 'X-Gitlab-Token': SECRET })],
  ['gitlab', (body: string) => webhook(NOW, body)],
] as const)('of %s, a web hook', (kind, headersOf) => {
  const verify = (headers: Record<string, string>, body: string, secret = SECRET) =>
    verifyHook(kind, hookOf(headers, body), secret, NOW)

  test('is accepted with the right secret only', () => {
    expect(verify(headersOf('{}'), '{}')).toBe('accepted')
    expect(verify(headersOf('{}'), '{}', 'another secret')).toBe('forged')
    expect(verify({}, '{}')).toBe('forged')
  })

  test('is refused with another body, if the body is signed', () => {
    const isSigned = !('X-Gitlab-Token' in headersOf(''))
    expect(verify(headersOf('{}'), '{"a":1}')).toBe(isSigned ? 'forged' : 'accepted')
  })
})

test.each([
  [-6 * 60_000, 'late'],
  [-4 * 60_000, 'accepted'],
  [6 * 60_000, 'late'],
])('one with a time that is %i ms off is %s', (off, verdict) => {
  const hook = hookOf(webhook(NOW + off, '{}'), '{}')
  expect(verifyHook('gitlab', hook, SECRET, NOW)).toBe(verdict)
})

describe('the receiver', () => {
  const receiverOf = () => {
    const wake = vi.fn<(commits: readonly string[]) => void>()
    const hook = new ForgeHook('github', SECRET, wake)
    const send = (body: string, id: string, now = NOW) => {
      const headers = { 'X-Hub-Signature-256': `sha256=${hex(body)}`, 'X-GitHub-Delivery': id }
      return hook.receive(hookOf(headers, body), now)
    }
    return { wake, hook, send }
  }

  test('wakes once for a delivery that comes twice', () => {
    const { wake, send } = receiverOf()
    expect([send('{}', 'a'), send('{}', 'a'), wake.mock.calls.length]).toEqual([
      'woken',
      'repeated',
      1,
    ])
    expect(send('{}', 'a', NOW + 11 * 60_000)).toBe('woken')
  })

  test('wakes at most once a second, and forgets none', () => {
    vi.useFakeTimers({ now: NOW })
    const { wake, send } = receiverOf()
    const commit = 'd'.repeat(40)
    send('{}', 'a', Date.now())
    send(`{"check_run":{"head_sha":"${commit}"}}`, 'b', Date.now())
    send('{}', 'c', Date.now())
    expect(wake.mock.calls).toEqual([[[]]])
    vi.advanceTimersByTime(1_000)
    expect(wake.mock.calls).toEqual([[[]], [[commit]]])
    vi.useRealTimers()
  })

  test('does nothing for a forged one', () => {
    const { wake, hook } = receiverOf()
    expect(hook.receive(hookOf({ 'X-Hub-Signature-256': 'sha256=0' }, '{}'))).toBe('forged')
    expect(wake).not.toHaveBeenCalled()
  })

  test.each(['push', 'pull_request', 'check_run', 'check_suite', 'status'])(
    'is woken by each recorded event of GitHub: %s',
    (name) => {
      const examples = EXAMPLES[name] ?? []
      expect(examples.length).toBeGreaterThan(0)
      for (const [index, example] of examples.entries()) {
        const { wake, send } = receiverOf()
        expect(send(JSON.stringify(example), `${name} ${index}`)).toBe('woken')
        const [commits = []] = wake.mock.calls[0] ?? []
        // A push that deletes a branch has no commit any more.
        const isDeletion = Object(example).deleted === true
        expect(isDeletion || commits.length > 0, JSON.stringify(example).slice(0, 200)).toBe(true)
      }
    },
  )
})
