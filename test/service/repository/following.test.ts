import { renameSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import {
  createBareCopy,
  createRepository,
  type GitRepository,
} from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

function createWork(): GitRepository {
  const repository = createRepository(['staging'])
  repository.commit('fix/1', { 'one.txt': '1\n' })
  return repository
}

type Board = Awaited<ReturnType<typeof openRepositoryBoard>>

/** What the board says of itself, after a sync. */
async function factsOf(board: Board) {
  await board.repositories.sync()
  const { problem, syncedAt, columns } = await (await board.call('GET', '/v1/board')).json()
  return { problem, syncedAt, columns: columns.map(({ name }: { name: string }) => name) }
}

describe('a default branch that was renamed', () => {
  test('is followed when HEAD names the new one, on this machine', async () => {
    const repository = createWork()
    repository.git('checkout', '--quiet', 'main')
    const board = await openRepositoryBoard(repository.path)
    repository.git('branch', '--move', 'main', 'trunk')
    const expected = { problem: undefined, columns: ['Work', 'Trunk', 'Staging'] }
    expect(await factsOf(board)).toMatchObject(expected)
    repository.leave()
    expect((await board.move(1, 'Trunk')).status).toBe(200)
    await board.close()
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect(await factsOf(again)).toMatchObject(expected)
    await again.close()
  })

  test('is followed when the remote says so', async () => {
    const remote = createBareCopy(createWork())
    const board = await openRepositoryBoard(`file://${remote.path}`)
    remote.git('branch', '--move', 'main', 'trunk')
    remote.git('symbolic-ref', 'HEAD', 'refs/heads/trunk')
    expect(await factsOf(board)).toMatchObject({
      problem: undefined,
      columns: ['Work', 'Trunk', 'Staging'],
    })
    await board.close()
  })

  test('isn’t taken for a card’s branch that HEAD names', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    repository.git('checkout', '--quiet', 'fix/1')
    repository.git('branch', '-D', 'main')
    expect((await factsOf(board)).problem).toContain(text.defaultBranchGone('main'))
    await board.close()
  })
})

describe('a board that can’t follow its repository', () => {
  test('says so with the time of its last sync, and a move says what to do', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const before = await factsOf(board)
    expect(before).toMatchObject({ problem: undefined, syncedAt: undefined })
    const main = repository.head('main')
    repository.git('branch', '-D', 'main')
    const { problem, syncedAt, columns } = await factsOf(board)
    expect(problem).toContain(text.defaultBranchGone('main'))
    expect(Date.parse(syncedAt)).toBeLessThanOrEqual(Date.now())
    expect(columns).toEqual(before.columns)
    const { status, body } = await board.move(1, 'Main')
    expect([status, body.detail]).toEqual([503, text.defaultBranchGone('main')])
    repository.git('branch', 'main', main)
    expect(await factsOf(board)).toEqual(before)
    expect((await board.move(1, 'Main')).status).toBe(200)
    await board.close()
  })

  test('says it once three fetches in a row failed, and no more when one succeeds', async () => {
    const remote = createBareCopy(createWork())
    const board = await openRepositoryBoard(`file://${remote.path}`)
    renameSync(remote.path, `${remote.path}.away`)
    const problems: (string | undefined)[] = []
    for (let fetch = 0; fetch < 3; fetch += 1) problems.push((await factsOf(board)).problem)
    expect(problems.map((problem) => problem !== undefined)).toEqual([false, false, true])
    expect(problems[2]).toBe(text.shownAsFetched)
    renameSync(`${remote.path}.away`, remote.path)
    expect((await factsOf(board)).problem).toBeUndefined()
    await board.close()
  })

  test('changes its version with that, so that a page that waits gets it', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const etag = (await board.call('GET', '/v1/board')).headers.get('ETag')
    repository.git('branch', '-D', 'main')
    await board.repositories.sync()
    expect((await board.call('GET', '/v1/board')).headers.get('ETag')).not.toBe(etag)
    await board.close()
  })
})
