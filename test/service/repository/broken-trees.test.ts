import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { FactFinder } from '#service/repository/contents/find-facts.ts'
import { mergeTrees } from '#service/repository/contents/tree-merges.ts'
import { GitError } from '#service/repository/git/git.ts'
import { boardSpace } from '#service/repository/git/object-space.ts'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const text = messages.repository

function writeObject({ path }: GitRepository, type: string, content: Buffer): string {
  const args = ['-C', path, 'hash-object', '-t', type, '-w', '--literally', '--stdin']
  return execFileSync('git', args, { input: content }).toString().trim()
}

/** By the end of a name in a test: a folder, a link, or a file. */
const MODES = [
  ['/', '40755'],
  ['@', '120000'],
  ['', '100644'],
] as const

/** As nobody's git makes it. */
function writeTree(repository: GitRepository, entries: readonly (readonly [string, string])[]) {
  const parts = entries.flatMap(([name, id]) => {
    const [, mode = '40755'] = MODES.find(([end]) => name.endsWith(end)) ?? []
    return [Buffer.from(`${mode} ${name.replace(/[/@]$/, '')}\0`), Buffer.from(id, 'hex')]
  })
  return writeObject(repository, 'tree', Buffer.concat(parts))
}

/** A branch on main whose commit has this tree, by its git command line or by an odd time. */
function pushTree(repository: GitRepository, branch: string, tree: string, time = '1700000000') {
  const person = `Ada <ada@example.test> ${time} +0000`.replace('  ', ' ')
  const parent = repository.head('main')
  const commit = writeObject(
    repository,
    'commit',
    Buffer.from(
      `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n\nOdd subject\n`,
    ),
  )
  repository.git('update-ref', `refs/heads/${branch}`, commit)
  return commit
}

function removeObject({ path }: GitRepository, id: string): void {
  rmSync(join(path, '.git/objects', id.slice(0, 2), id.slice(2)))
}

function filesOf(repository: GitRepository, branch: string): string[] {
  return repository.git('ls-tree', '-r', '--name-only', branch).split('\n')
}

type Board = Awaited<ReturnType<typeof openRepositoryBoard>>

async function refusedMove(board: Board, number: number) {
  const { status, body } = await board.move(number, 'Main')
  return { status, code: body.code, blocked: await board.blocked(number) }
}

const UNREADABLE = { status: 409, code: 'branch_unreadable', blocked: undefined }

describe('a folder that git has lost', () => {
  test.each([
    ['card/1', '', 'the whole branch of a card'],
    ['card/1', 'lib', 'one of a card’s branch'],
    ['main', 'lib', 'one of a stage'],
  ])('isn’t taken for an empty one: %s:%s, %s', async (branch, folder) => {
    const repository = createRepository()
    repository.commit('main', { 'a.txt': 'a\n', 'lib/b.txt': 'b\n' })
    repository.commit('card/1', { 'lib/c.txt': 'c\n' })
    repository.commit('card/2', { 'd.txt': 'd\n' })
    const board = await openRepositoryBoard(repository.path)
    expect(await board.evidence(1)).toMatchObject({ next: { result: 'clean' } })
    const before = repository.head('main')
    removeObject(repository, repository.git('rev-parse', `${branch}:${folder}`))
    expect(await refusedMove(board, 1)).toEqual(UNREADABLE)
    expect(repository.head('main')).toBe(before)
    if (branch !== 'main') {
      expect((await board.move(2, 'Main')).status).toBe(200)
      expect(filesOf(repository, 'main')).toEqual(['a.txt', 'd.txt', 'lib/b.txt', 'shared.txt'])
    }
    await board.close()
  })

  test('costs only its own card, which goes on when it’s there again', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'lib/c.txt': 'c\n' })
    repository.commit('card/2', { 'd.txt': 'd\n' })
    const lost = repository.git('rev-parse', 'card/1:lib')
    removeObject(repository, lost)
    const board = await openRepositoryBoard(repository.path)
    expect(await board.cards()).toMatchObject([{ number: 2, column: 'Work' }])
    expect(await board.evidence(2)).toMatchObject({ next: { result: 'clean' } })
    const problem = text.branchUnreadable('card/1', text.treeMissing)
    expect(board.repositories.problems()).toEqual([problem])
    await board.close()
    const blob = writeObject(repository, 'blob', Buffer.from('c\n'))
    expect(writeTree(repository, [['c.txt', blob]])).toBe(lost)
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect((await again.cards()).map(({ number }) => number).sort()).toEqual([1, 2])
    await again.close()
  })
})

/** With what people read of them. */
const ODD_NAMES = [
  ['.git', '.git'],
  ['.GIT', '.GIT'],
  ['git~1', 'git~1'],
  ['.g\u200cit. ', '.g<U+200C>it. '],
  ['x\\.git', 'x\\.git'],
  ['..', '..'],
  ['./x', './x'],
  ['../../x', '../../x'],
  ['a/b', 'a/b'],
  ['/etc/passwd', '/etc/passwd'],
  ['.gitmodules@', '.gitmodules'],
] as const
/** Odd, but no problem for any git. */
const PLAIN_NAMES = ['.gitmodules', 'a:.git', '.gitignore@', 'digit', '..a']

/** Ten times the same in each of so many folders. */
function writeBomb(repository: GitRepository, blob: string, levels: number): string {
  const names = Array.from({ length: 10 }, (_, index) => `f${index}`)
  let tree = writeTree(
    repository,
    names.map((name) => [name, blob]),
  )
  for (let level = 1; level < levels; level += 1) {
    const below = tree
    tree = writeTree(
      repository,
      names.map((name) => [`${name}/`, below]),
    )
  }
  return tree
}

describe('a branch that anybody can push, and nobody can check out', () => {
  test('costs only its own card', async () => {
    const repository = createRepository()
    repository.commit('card/2', { 'd.txt': 'd\n' })
    repository.commit('card/3', { 'e.txt': 'e\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(3, 'Main')
    const blob = repository.git('rev-parse', 'main:shared.txt')
    const push = (branch: string, odd: readonly [string, string]) =>
      pushTree(repository, branch, writeTree(repository, [odd, ['shared.txt', blob]]))
    for (const [index, [name]] of ODD_NAMES.entries()) push(`odd-${index}`, [name, blob])
    for (const [index, name] of PLAIN_NAMES.entries()) push(`card/${index + 10}`, [name, blob])
    push('bomb', ['bomb/', writeBomb(repository, blob, 10)])
    repository.commit('card/4', { 'f.txt': 'f\n' })
    repository.git('checkout', '--quiet', '--detach', 'main')
    repository.git('revert', '--no-edit', '-m1', 'HEAD')
    repository.git('update-ref', 'refs/heads/main', 'HEAD')
    const columns = (await board.cards()).map(({ number, column }) => `${number} ${column}`)
    const others = PLAIN_NAMES.map((_, index) => `${index + 10} Work`)
    expect(columns.sort()).toEqual(['2 Work', '3 Work', '4 Work', ...others].sort())
    expect(await board.evidence(4)).toMatchObject({ next: { result: 'clean' } })
    expect(new Set(board.repositories.problems())).toEqual(
      new Set([
        text.branchUnreadable('bomb', text.treeTooLarge(1_000_000)),
        ...ODD_NAMES.map(([, shown], index) =>
          text.branchUnreadable(`odd-${index}`, text.treeNameInvalid(shown)),
        ),
      ]),
    )
    expect((await board.move(4, 'Main')).status).toBe(200)
    await board.close()
  })

  test('is no problem where a stage has the same', async () => {
    const repository = createRepository()
    const blob = repository.git('rev-parse', 'main:shared.txt')
    const odd = ['odd/', writeTree(repository, [['.git', blob]])] as const
    const main = pushTree(repository, 'main', writeTree(repository, [odd]))
    const tree = writeTree(repository, [odd, ['own.txt', blob]])
    pushTree(repository, 'card/1', tree)
    expect(repository.isAncestor(main, 'card/1')).toBe(true)
    const board = await openRepositoryBoard(repository.path)
    expect(await board.cards()).toMatchObject([{ number: 1, column: 'Work' }])
    expect(board.repositories.problems()).toEqual([])
    await board.close()
  })

  test('is refused when it was a card before', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'd.txt': 'd\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.cards()
    const blob = repository.git('rev-parse', 'main:shared.txt')
    pushTree(repository, 'card/1', writeTree(repository, [['.git', blob]]))
    const before = repository.head('main')
    expect(await refusedMove(board, 1)).toEqual(UNREADABLE)
    expect(repository.head('main')).toBe(before)
    await board.close()
  })
})

test('a merge at which git crashes costs no other one', async () => {
  const repository = createRepository()
  const blob = repository.git('rev-parse', 'main:shared.txt')
  const [base, odd] = [writeTree(repository, []), writeTree(repository, [['a/b', blob]])]
  const [ours, plain] = ['ours', 'plain'].map((name) => writeTree(repository, [[name, blob]]))
  const merge = (theirs = '') => ({ base, ours: ours ?? '', theirs })
  const space = boardSpace(await openRepository(repository.path, createDataDirectory()))
  const results = await space.scratch((scratch) => mergeTrees(scratch, [merge(odd), merge(plain)]))
  expect(results[1]?.type).toBe('clean')
})

test('as long as git can’t say what a branch changes, nobody says that it has no history in common', async () => {
  const repository = createRepository()
  repository.commit('card/1', { 'a.txt': 'a\n' })
  const board = await openRepositoryBoard(repository.path)
  await board.cards()
  const failed = { code: 128, stdout: '', stderr: 'fatal: odd' }
  const find = vi.spyOn(FactFinder.prototype, 'find')
  find.mockRejectedValue(new GitError(['log'], failed))
  onTestFinished(() => find.mockRestore())
  repository.commit('card/1', { 'b.txt': 'b\n' })
  expect(await board.evidence(1)).not.toHaveProperty('next')
  const { status, body } = await board.move(1, 'Main')
  expect([status, body.code]).toEqual([503, 'repository_failed'])
  expect(await board.blocked(1)).toBeUndefined()
  find.mockRestore()
  repository.commit('card/1', { 'c.txt': 'c\n' })
  expect((await board.move(1, 'Main')).status).toBe(200)
  await board.close()
})

test('an author without a name is nobody, and one with an accent is one person', async () => {
  const repository = createRepository()
  const tree = repository.git('rev-parse', 'main^{tree}')
  const authors = ['', ' ', '\u2800 <a@example.test> 1700000000 +0000']
  for (const [index, author] of authors.entries()) {
    const committer = 'Ada <ada@example.test> 1700000000 +0000'
    const content = `tree ${tree}\nparent ${repository.head('main')}\nauthor ${author}\ncommitter ${committer}\n\nOdd\n`
    const commit = writeObject(repository, 'commit', Buffer.from(content))
    repository.git('update-ref', `refs/heads/card/${index + 1}`, commit)
  }
  repository.commit('card/4', { 'd.txt': 'd\n' }, { author: 'J\u00f6rg' })
  repository.commit('card/5', { 'e.txt': 'e\n' }, { author: 'Jo\u0308rg' })
  const board = await openRepositoryBoard(repository.path)
  const people = (await board.cards()).sort((a, b) => a.number - b.number)
  const names = people.map(({ assignee }) => assignee)
  expect(names).toEqual([undefined, undefined, undefined, 'Jörg', 'Jörg'])
  await board.close()
})

test('a time that git can’t read is none', async () => {
  const repository = createRepository()
  const blob = repository.git('rev-parse', 'main:shared.txt')
  for (const [index, time] of ['-5', 'nope', ''].entries()) {
    const names = [`odd-${index}.txt`, 'shared.txt']
    const tree = writeTree(
      repository,
      names.map((name) => [name, blob]),
    )
    pushTree(repository, `card/${index + 1}`, tree, time)
  }
  const board = await openRepositoryBoard(repository.path)
  for (const number of [1, 2, 3]) {
    expect(await board.card(number)).toMatchObject({ title: 'Odd subject' })
    const evidence = await board.evidence(number)
    expect(evidence).toMatchObject({ next: { result: 'clean' } })
    expect(evidence).not.toHaveProperty('committedAt')
    expect((await board.move(number, 'Main')).status).toBe(200)
  }
  await board.close()
})
