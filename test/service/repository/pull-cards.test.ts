import { expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { COLUMNS } from '#test/support/checked-repository.ts'
import { type FakeKind, fakePull, startForge } from '#test/support/forges/fake-forge.ts'
import { HOOK_SECRET, signedHook } from '#test/support/forges/forge-board.ts'
import { createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

/** A board of the pull requests of a remote: 12 of a branch there, and 15 of a fork. */
async function openPullBoard(kind: FakeKind = 'github') {
  const origin = createRepository(['staging'])
  const config = { columns: COLUMNS, cards: { from: 'pulls' } }
  origin.commit('main', { '.board.json': JSON.stringify(config) })
  const own = origin.commit('fix/login', { 'login.txt': '1' })
  origin.commit('no-pull', { 'none.txt': '1' })
  const fork = origin.commit('of-a-fork', { 'fork.txt': '1' })
  const bare = createBareCopy(origin)
  bare.git('branch', '-D', 'of-a-fork')
  const pullRef = kind === 'gitlab' ? 'refs/merge-requests/15/head' : 'refs/pull/15/head'
  bare.git('update-ref', pullRef, fork)
  const forge = await startForge(kind)
  forge.pulls = [
    fakePull({ number: 12, branch: 'fix/login', head: own, title: 'Log in again' }),
    fakePull({ number: 15, branch: 'main', head: fork, title: 'From a fork', isOfFork: true }),
  ]
  const choice = { ...forge.choice, hookSecret: HOOK_SECRET }
  const board = await openRepositoryBoard(`file://${bare.path}`, { forge: choice })
  const settle = async () => {
    await board.repositories.previewed()
    await board.repositories.previewed()
  }
  const wake = async () => {
    board.receiveHook?.(signedHook(kind, '{}'))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await settle()
  }
  const shown = async () => {
    return (await board.cards()).map(({ number, title, column }) => [number, title, column])
  }
  await settle()
  return { origin, bare, forge, board, choice, pullRef, own, fork, wake, shown, settle }
}

test.each(['github', 'gitlab', 'gitea'] as const)(
  'with %s, each open pull request is a card with its number, also one of a fork',
  async (kind) => {
    const { board, shown } = await openPullBoard(kind)
    expect(await shown()).toEqual(
      expect.arrayContaining([
        [12, 'Log in again', 'Work'],
        [15, 'From a fork', 'Work'],
      ]),
    )
    expect(await shown()).toHaveLength(2)
    const { branch, pull } = (await board.evidence(15)) ?? {}
    expect([branch, pull?.number, pull?.state]).toEqual(['pull 15', 15, 'open'])
    await board.close()
  },
)

test('a pull request of a fork is promoted, and its branch is never pushed', async () => {
  const { board, bare, fork, pullRef } = await openPullBoard()
  expect((await board.move(15, 'Main')).status).toBe(200)
  expect(bare.isAncestor(fork, 'main')).toBe(true)
  expect(bare.git('log', '-1', '--format=%s', 'main')).toBe('Merge pull 15 into main (card 15)')
  const refs = bare.git('for-each-ref', '--format=%(refname)').split('\n').sort()
  expect(refs).toEqual(
    ['fix/login', 'main', 'no-pull', 'staging'].map((name) => `refs/heads/${name}`).concat(pullRef),
  )
  await board.close()
})

test('a draft waits, in the first column', async () => {
  const { board, forge, wake } = await openPullBoard()
  for (const pull of forge.pulls) pull.state = 'draft'
  await wake()
  expect((await board.evidence(15))?.next?.result).toBe('draft')
  const { status, body } = await board.move(15, 'Main')
  expect([status, body.code, body.detail]).toEqual([409, 'pull_draft', messages.forge.draft])
  await board.close()
})

test('one that is pushed to follows, and one that is closed leaves the board', async () => {
  const { board, forge, bare, origin, pullRef, wake, shown } = await openPullBoard()
  const newer = origin.commit('of-a-fork', { 'fork.txt': '2' }, { from: 'of-a-fork' })
  bare.git('fetch', '--quiet', origin.path, `+of-a-fork:${pullRef}`)
  for (const pull of forge.pulls) if (pull.number === 15) pull.head = newer
  await wake()
  expect((await board.evidence(15))?.head).toBe(newer)
  for (const pull of forge.pulls) if (pull.number === 15) pull.state = 'closed'
  await wake()
  await board.load()
  await expect.poll(async () => (await shown()).map(([number]) => number)).toEqual([12])
  await board.close()
})

test('one that was merged stays until it is in the last column', async () => {
  const { board, forge, bare, own, wake, shown } = await openPullBoard()
  // On the forge.
  bare.git('update-ref', 'refs/heads/main', own)
  for (const pull of forge.pulls) if (pull.number === 12) pull.state = 'merged'
  await wake()
  // A fetch goes on beside all else.
  await expect.poll(shown).toContainEqual([12, 'Log in again', 'Main'])
  await board.close()
})

test('without the forge, the cards stay, and nothing can be moved', async () => {
  const { board, bare, choice } = await openPullBoard()
  const { data, secret, databaseUrl } = board
  await board.close()
  const given = { data, secret, databaseUrl }
  const without = await openRepositoryBoard(`file://${bare.path}`, {}, given)
  for (const load of [1, 2, 3]) expect(await without.cards(), `load ${load}`).toHaveLength(2)
  expect((await without.move(12, 'Main')).body.code).toBe('forge_unreachable')
  await without.close()
  const gone = { ...choice, site: new URL('http://127.0.0.1:1/') }
  const down = await openRepositoryBoard(`file://${bare.path}`, { forge: gone }, given)
  for (const load of [1, 2, 3]) expect(await down.cards(), `load ${load}`).toHaveLength(2)
  await down.close()
})

test('one that was merged into the last column leaves the board', async () => {
  const { board, forge, bare, own, wake, shown } = await openPullBoard()
  bare.git('update-ref', 'refs/heads/main', own)
  bare.git('update-ref', 'refs/heads/staging', own)
  for (const pull of forge.pulls) if (pull.number === 12) pull.state = 'merged'
  await wake()
  await expect.poll(async () => (await shown()).map(([number]) => number)).toEqual([15])
  await board.close()
})

test('a draft waits whatever branch it changes, and a closed one isn’t moved any more', async () => {
  const { board, forge } = await openPullBoard()
  for (const pull of forge.pulls) Object.assign(pull, { state: 'draft', target: 'elsewhere' })
  expect((await board.move(15, 'Main')).body.code).toBe('pull_draft')
  for (const pull of forge.pulls) pull.state = 'closed'
  const { status, body } = await board.move(15, 'Main')
  expect([status, body.code, body.detail]).toEqual([409, 'pull_closed', messages.forge.closed])
  await board.close()
})

test('a fork whose commits aren’t there keeps no other from being a card', async () => {
  const { board, forge, bare, fork, own, wake, shown } = await openPullBoard()
  bare.git('update-ref', 'refs/pull/17/head', own)
  forge.pulls.push(
    fakePull({ number: 16, branch: 'main', head: 'f'.repeat(40), isOfFork: true }),
    fakePull({ number: 17, branch: 'main', head: own, isOfFork: true, title: 'Another' }),
  )
  forge.results.set(fork, [{ name: 'build', state: 'success' }])
  await wake()
  const numbers = async () => (await shown()).map(([number]) => number).sort()
  await expect.poll(numbers).toEqual([12, 15, 17])
  expect(String(board.faults)).toContain(messages.forge.pullsMissing([16]))
  await board.close()
})

test('a board that changes to pull requests loses no card while the forge has never answered', async () => {
  const origin = createRepository(['staging'])
  origin.commit('main', { '.board.json': JSON.stringify({ columns: COLUMNS }) })
  origin.commit('fix/login', { 'login.txt': '1' })
  const bare = createBareCopy(origin)
  const board = await openRepositoryBoard(`file://${bare.path}`)
  const before = await board.cards()
  const { data, secret, databaseUrl } = board
  await board.close()
  const config = { columns: COLUMNS, cards: { from: 'pulls' } }
  origin.commit('main', { '.board.json': JSON.stringify(config) })
  bare.git('fetch', '--quiet', origin.path, '+main:main')
  const forge = await startForge('github')
  forge.fault = 'unauthorized'
  const given = { data, secret, databaseUrl }
  const down = await openRepositoryBoard(`file://${bare.path}`, { forge: forge.choice }, given)
  for (const load of [1, 2, 3]) expect(await down.cards(), `load ${load}`).toEqual(before)
  await down.close()
})
