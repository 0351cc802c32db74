import { describe, expect, test } from 'vitest'
import { FORGE_KINDS, ForgeError } from '#service/forge/forge.ts'
import { openForge } from '#service/forge/open-forge.ts'
import {
  FAKE_PROJECT,
  FAKE_TOKEN,
  type FakeKind,
  type Fault,
  fakePull,
  startForge,
} from '#test/support/forges/fake-forge.ts'

const HEAD = 'a'.repeat(40)
const OLDER = 'b'.repeat(40)
const NEVER = new AbortController().signal

async function openFake(kind: FakeKind, token: string = FAKE_TOKEN) {
  const fake = await startForge(kind)
  const forge = openForge({ kind, site: fake.url, token }, FAKE_PROJECT)
  return { fake, forge }
}

describe.each(FORGE_KINDS)('%s', (kind) => {
  test('lists open pull requests, page by page', async () => {
    const { fake, forge } = await openFake(kind)
    fake.pulls = Array.from({ length: 230 }, (_, index) =>
      fakePull({ number: index + 1, branch: `feature/${index + 1}`, head: HEAD }),
    )
    fake.pulls.push(fakePull({ number: 900, branch: 'done', head: HEAD, state: 'merged' }))
    const pulls = await forge.openPulls(NEVER)
    expect(pulls.map(({ number }) => number)).toEqual(
      fake.pulls.slice(0, 230).map((one) => one.number),
    )
    expect(fake.requests).toHaveLength(Math.ceil(230 / (kind === 'gitea' ? 50 : 100)))
    expect(pulls[0]).toMatchObject({
      branch: 'feature/1',
      head: HEAD,
      target: 'main',
      state: 'open',
    })
    expect(pulls[0]?.url).toMatch(/^https:\/\/forge\.example\/team\/app\/.*\/1$/)
  })

  test('tells drafts, forks, and how one has ended', async () => {
    const { fake, forge } = await openFake(kind)
    fake.pulls = [
      fakePull({ number: 1, branch: 'a', head: HEAD, state: 'draft', title: 'Not yet' }),
      fakePull({ number: 2, branch: 'b', head: HEAD, isOfFork: true }),
      fakePull({ number: 3, branch: 'c', head: HEAD, state: 'merged' }),
      fakePull({ number: 4, branch: 'd', head: HEAD, state: 'closed' }),
    ]
    const open = await forge.openPulls(NEVER)
    expect(open.map(({ state, branch, title }) => [state, branch, title])).toEqual([
      ['draft', 'a', 'Not yet'],
      ['open', undefined, 'Rotate the tokens'],
    ])
    expect((await forge.pull(3, NEVER))?.state).toBe('merged')
    expect((await forge.pull(4, NEVER))?.state).toBe('closed')
    expect(await forge.pull(5, NEVER)).toBeUndefined()
  })

  test.each([
    ['none', [], false],
    ['required', [], true],
    ['approved', [{ person: 1, says: 'yes', commit: HEAD }], false],
    ['changes_requested', [{ person: 1, says: 'no', commit: OLDER }], true],
    ['required', [{ person: 1, says: 'yes', commit: OLDER }], false],
    ['none', [{ person: 9, says: 'yes', commit: HEAD, isStranger: true }], false],
    [
      'approved',
      [
        { person: 1, says: 'no', commit: HEAD },
        { person: 1, says: 'yes', commit: HEAD },
      ],
      false,
    ],
    [
      'changes_requested',
      [
        { person: 1, says: 'yes', commit: HEAD },
        { person: 2, says: 'no', commit: HEAD },
      ],
      false,
    ],
  ] as const)('says of the reviews: %s', async (review, reviews, isReviewAsked) => {
    const { fake, forge } = await openFake(kind)
    fake.pulls = [fakePull({ branch: 'a', head: HEAD, reviews, isReviewAsked })]
    const [pull] = await forge.openPulls(NEVER)
    expect(pull && (await forge.reviewOf(pull, NEVER))).toBe(review)
  })

  test('reads the results of a commit, and none of one that was never pushed', async () => {
    const { fake, forge } = await openFake(kind)
    fake.results.set(HEAD, [
      { name: 'build', state: 'success', url: 'https://ci.example/1' },
      { name: 'lint', state: 'pending', detail: 'waits for a runner' },
      { name: 'unit', state: 'failure', detail: '3 tests failed' },
      { name: 'docs', state: 'skipped' },
    ])
    const { results } = await forge.resultsOf(HEAD, NEVER)
    expect(new Map(results.map(({ name, state }) => [name, state]))).toEqual(
      new Map(
        Object.entries({
          build: 'success',
          lint: 'pending',
          unit: 'failure',
          // A status of GitHub has no such word: it would be unknown, and so red.
          ...(kind === 'github' ? { docs: 'failure' } : {}),
        }),
      ),
    )
    expect(results.find(({ name }) => name === 'build')?.url).toBe('https://ci.example/1')
    expect(results.find(({ name }) => name === 'unit')?.detail).toBe('3 tests failed')
    expect(await forge.resultsOf(OLDER, NEVER)).toEqual({ results: [] })
  })

  test('asks again without a body when nothing has changed', async () => {
    const { fake, forge } = await openFake(kind)
    fake.pulls = [fakePull({ branch: 'a', head: HEAD })]
    const first = await forge.openPulls(NEVER)
    expect(await forge.openPulls(NEVER)).toEqual(first)
    expect([fake.unchanged, forge.counts]).toEqual([1, { sent: 2, unchanged: 1, failed: 0 }])
  })

  test.each<[Fault, RegExp]>([
    ['unauthorized', /401/],
    ['forbidden', /403/],
    ['limited', /used up until \d\d:\d\d UTC/],
    ['missing', /404/],
    ['broken', /502/],
    ['half', /can’t be reached/],
    ['garbled', /can’t be read: 0\./],
    ['moved', /leads to another host/],
  ])('says why it can’t be read: %s', async (fault, reason) => {
    const { fake, forge } = await openFake(kind)
    fake.fault = fault
    const failure = await forge.openPulls(NEVER).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ForgeError)
    expect(String(failure)).toMatch(reason)
    expect(String(failure)).not.toContain(FAKE_TOKEN)
  })

  test('doesn’t wait for an answer that never comes', async () => {
    const { fake, forge } = await openFake(kind)
    fake.fault = 'hanging'
    const leaving = new AbortController()
    const pulls = forge.openPulls(leaving.signal)
    leaving.abort(new Error('the service stops'))
    await expect(pulls).rejects.toThrow('the service stops')
    await forge.close()
  })

  test('sends nothing while its limit is used up', async () => {
    const { fake, forge } = await openFake(kind)
    fake.fault = 'limited'
    await forge.openPulls(NEVER).catch(() => undefined)
    fake.fault = undefined
    await expect(forge.openPulls(NEVER)).rejects.toThrow(/used up/)
    expect(fake.requests).toHaveLength(1)
  })
})

test('follows a renamed repository on the same host', async () => {
  const { fake, forge } = await openFake('github')
  fake.newName = 'renamed'
  fake.pulls = [fakePull({ branch: 'a', head: HEAD })]
  expect(await forge.openPulls(NEVER)).toHaveLength(1)
  expect(fake.requests.at(-1)).toBe('/repos/team/renamed/pulls?state=open&per_page=100')
})

test('a list that is cut is an error, and not a shorter list', async () => {
  const { fake, forge } = await openFake('gitea')
  fake.pulls = Array.from({ length: 2_600 }, (_, index) =>
    fakePull({ number: index + 1, branch: `feature/${index + 1}`, head: HEAD }),
  )
  await expect(forge.openPulls(NEVER)).rejects.toThrow('more than 50 pages')
})

test('reads a list to its end that has no links, by how many items it has', async () => {
  const { fake, forge } = await openFake('gitea')
  fake.hasLinks = false
  const comments = Array.from({ length: 50 }, (_, index) => {
    return { person: index + 10, says: 'nothing', commit: HEAD } as const
  })
  const reviews = [...comments, { person: 1, says: 'no', commit: HEAD } as const]
  fake.pulls = [fakePull({ branch: 'a', head: HEAD, reviews })]
  const [pull] = await forge.openPulls(NEVER)
  expect(pull && (await forge.reviewOf(pull, NEVER))).toBe('changes_requested')
})

test('what comes after a full page is seen, although that page is the same', async () => {
  const { fake, forge } = await openFake('github')
  const approvals = Array.from({ length: 100 }, (_, index) => {
    return { person: index + 10, says: 'yes', commit: HEAD } as const
  })
  fake.pulls = [fakePull({ branch: 'a', head: HEAD, reviews: approvals })]
  const [pull] = await forge.openPulls(NEVER)
  if (!pull) throw new Error('no pull request')
  expect(await forge.reviewOf(pull, NEVER)).toBe('approved')
  const reviews = [...approvals, { person: 1, says: 'no', commit: HEAD } as const]
  fake.pulls = [fakePull({ branch: 'a', head: HEAD, reviews })]
  expect(await forge.reviewOf(pull, NEVER)).toBe('changes_requested')
})

test('moves have requests of their own, and share what the forge says of its limit', async () => {
  const { fake, forge } = await openFake('gitlab')
  while (forge.budget.left > 0) await forge.openPulls(NEVER)
  await expect(forge.openPulls(NEVER)).rejects.toThrow('used up')
  expect(await forge.forMoves.openPulls(NEVER)).toEqual([])
  fake.fault = 'limited'
  await forge.forMoves.openPulls(NEVER).catch(() => undefined)
  fake.fault = undefined
  await expect(forge.forMoves.openPulls(NEVER)).rejects.toThrow('used up')
})

test('who waits for a place leaves when the move has taken too long', async () => {
  const { fake, forge } = await openFake('github')
  fake.fault = 'hanging'
  const leaving = new AbortController()
  const others = [1, 2].map(() => forge.openPulls(leaving.signal).catch(() => undefined))
  const late = new AbortController()
  const third = forge.openPulls(late.signal)
  late.abort(new Error('too late'))
  await expect(third).rejects.toThrow('too late')
  leaving.abort(new Error('the service stops'))
  await Promise.all(others)
})

test('pull requests of one branch are asked for alone', async () => {
  for (const kind of FORGE_KINDS) {
    const { fake, forge } = await openFake(kind)
    fake.pulls = [
      fakePull({ number: 1, branch: 'fix/a b', head: HEAD }),
      fakePull({ number: 2, branch: 'other', head: HEAD }),
    ]
    const pulls = await forge.pullsOf('fix/a b', NEVER)
    expect(pulls.map(({ number }) => number)).toEqual([1])
  }
})
