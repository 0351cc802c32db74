import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import {
  cloneRepository,
  createBareCopy,
  createRepository,
  GitRepository,
} from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

test('a default branch that is another name of one is followed to it', async () => {
  const repository = createRepository([])
  repository.git('branch', '--move', 'main', 'master')
  repository.git('symbolic-ref', 'refs/heads/main', 'refs/heads/master')
  repository.commit('fix/1', { 'one.txt': '1\n' }, { from: 'master' })
  const board = await openRepositoryBoard(repository.path)
  expect((await board.load()).map(({ name }) => name)).toEqual(['Work', 'Master'])
  expect((await board.move(1, 'Master')).status).toBe(200)
  await board.close()
})

test('a clone in a folder with a dot in front is named like the folder above', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  renameSync(createBareCopy(createRepository()).path, join(folder, '.bare'))
  const board = await openRepositoryBoard(join(folder, '.bare'))
  expect(board.repositories.boards[0]?.name).toMatch(/^project-/)
  await board.close()
})

test('a remote with SHA-256 is cloned, and promoted to', async () => {
  const path = mkdtempSync(join(tmpdir(), 'sha256-'))
  execFileSync('git', ['init', '--quiet', '--bare', '--object-format=sha256', '-b', 'main', path])
  const seed = mkdtempSync(join(tmpdir(), 'seed-'))
  execFileSync('git', ['init', '--quiet', '--object-format=sha256', '-b', 'main', seed])
  const work = new GitRepository(seed)
  work.git('commit', '--quiet', '--allow-empty', '-m', 'Start')
  work.commit('card/1', { 'one.txt': '1\n' })
  work.git('push', '--quiet', path, 'main', 'card/1')
  const board = await openRepositoryBoard(`file://${path}`)
  expect((await board.move(1, 'Main')).status).toBe(200)
  expect(new GitRepository(path).git('show', 'main:one.txt')).toBe('1')
  await board.close()
})

test('a byte order mark in front of .board.json is no fault', async () => {
  const repository = createRepository([])
  const columns = [
    { name: 'Work', rule: 'work' },
    { name: 'Integration', rule: { branch: 'main' } },
  ]
  repository.commit('main', { '.board.json': `\ufeff${JSON.stringify({ columns })}` })
  const board = await openRepositoryBoard(repository.path)
  expect((await board.load()).map(({ name }) => name)).toEqual(['Work', 'Integration'])
  await board.close()
})

test('a branch that is being rebased isn’t moved: git would fail to go on', async () => {
  const repository = createRepository(['staging'])
  repository.commit('card/1', { 'one.txt': '1\n' })
  repository.commit('main', { 'shared.txt': 'ours\n' })
  repository.commit('other', { 'shared.txt': 'theirs\n' }, { from: 'main~1' })
  repository.git('checkout', '--quiet', 'main')
  expect(() => repository.git('rebase', 'other')).toThrow()
  const board = await openRepositoryBoard(repository.path, { updateWorkTree: true })
  const { status, body } = await board.move(1, 'Main')
  expect([status, body.code, body.detail]).toEqual([
    409,
    'branch_checked_out',
    text.rebased('main', repository.path),
  ])
  repository.git('rebase', '--abort')
  repository.leave()
  expect((await board.move(1, 'Main')).status).toBe(200)
  await board.close()
})

test('nor is one that a rebase with --update-refs moves, too', async () => {
  const repository = createRepository(['staging'])
  repository.commit('card/1', { 'one.txt': '1\n' })
  repository.commit('other', { 'shared.txt': 'theirs\n' })
  repository.commit('main', { 'shared.txt': 'ours\n' })
  repository.commit('feature', { 'feature.txt': '1\n' })
  repository.git('checkout', '--quiet', 'feature')
  expect(() => repository.git('rebase', '--update-refs', 'other')).toThrow()
  const board = await openRepositoryBoard(repository.path)
  const { status, body } = await board.move(1, 'Main')
  expect([status, body.detail]).toEqual([409, text.rebased('main', repository.path)])
  repository.git('rebase', '--abort')
  expect((await board.move(1, 'Main')).status).toBe(200)
  await board.close()
})

test('a commit of the year 10000 has no date, and its card stays', async () => {
  const repository = createRepository(['staging'])
  repository.commit('card/1', { 'one.txt': '1\n' })
  const tree = repository.git('rev-parse', 'card/1^{tree}')
  const object = [
    `tree ${tree}`,
    `parent ${repository.head('main')}`,
    'author Ada <ada@example.test> 253402300800 +0000',
    'committer Ada <ada@example.test> 253402300800 +0000',
    '',
    'Late',
    '',
  ].join('\n')
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: repository.path,
    input: object,
  })
  repository.git('update-ref', 'refs/heads/card/1', id.toString().trim())
  const board = await openRepositoryBoard(repository.path)
  expect((await board.evidence(1))?.committedAt).toBeUndefined()
  expect((await board.move(1, 'Main')).status).toBe(200)
  await board.close()
})

test('a remote whose branch has moved during the push is tried again, and blocks nothing', async () => {
  const remote = createBareCopy(createRepository(['staging']))
  remote.commit('card/1', { 'one.txt': '1\n' })
  const board = await openRepositoryBoard(`file://${remote.path}`)
  const colleague = cloneRepository(remote.path)
  colleague.commit('main', { 'other.txt': '1\n' })
  colleague.git('push', '--quiet', 'origin', 'main')
  expect((await board.move(1, 'Main')).status).toBe(200)
  expect(remote.git('ls-tree', '--name-only', 'main').split('\n')).toContain('other.txt')
  await board.close()
})
