import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { cloneRepository, createRepository, GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const text = messages.repository

/** A program that leaves a file behind, so that a test can tell whether it ran. */
function createTrap() {
  const directory = mkdtempSync(join(tmpdir(), 'trap-'))
  const program = join(directory, 'trap.sh')
  const mark = join(directory, 'sprung')
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`)
  chmodSync(program, 0o755)
  return { program, isSprung: () => existsSync(mark) }
}

describe('nothing that a repository configures runs', () => {
  test('when its cards are read and promoted', async () => {
    const repository = createRepository()
    const { program, isSprung } = createTrap()
    const attributes = '* merge=trap filter=trap diff=trap\n'
    repository.commit('main', { '.gitattributes': attributes, 'a.txt': '1\n2\n3\n' })
    repository.commit('card/1', { 'a.txt': 'one\n2\n3\n' })
    repository.commit('main', { 'a.txt': '1\n2\nthree\n' })
    for (const [name, value] of [
      ['merge.trap.driver', `${program} %O %A %B`],
      ['merge.trap.name', 'trap'],
      ['filter.trap.clean', program],
      ['filter.trap.smudge', program],
      ['filter.trap.process', program],
      ['diff.trap.textconv', program],
      ['diff.external', program],
      ['core.fsmonitor', program],
      ['core.pager', program],
      ['core.editor', program],
      ['core.sshCommand', program],
      ['core.askPass', program],
      ['credential.helper', `!${program}`],
      ['gpg.program', program],
      ['commit.gpgSign', 'true'],
      ['log.showSignature', 'true'],
      ['alias.log', `!${program}`],
    ]) {
      repository.git('config', name ?? '', value ?? '')
    }
    for (const hook of ['pre-commit', 'post-merge', 'reference-transaction', 'update']) {
      writeFileSync(join(repository.path, '.git/hooks', hook), `#!/bin/sh\nexec ${program}\n`)
      chmodSync(join(repository.path, '.git/hooks', hook), 0o755)
    }
    appendFileSync(join(repository.path, '.git/info/attributes'), attributes)
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    await board.cards()
    expect(isSprung()).toBe(false)
    await board.close()
  })

  test('not even to fetch what a partial clone lacks', async () => {
    const repository = createRepository()
    const { program, isSprung } = createTrap()
    repository.git('config', 'core.repositoryFormatVersion', '1')
    repository.git('config', 'extensions.partialClone', 'origin')
    repository.git('config', 'remote.origin.promisor', 'true')
    repository.git('config', 'remote.origin.url', 'ssh://nowhere.test/x')
    repository.git('config', 'core.sshCommand', program)
    await expect(openRepositoryBoard(repository.path)).rejects.toThrow(
      text.partial(repository.path),
    )
    expect(isSprung()).toBe(false)
  })

  test('and no setting changes what is read', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': '1' })
    for (const name of ['i18n.logOutputEncoding', 'i18n.commitEncoding']) {
      repository.git('config', name, 'UTF-16')
    }
    repository.git('config', 'color.ui', 'always')
    repository.git('config', 'log.decorate', 'full')
    const grafts = join(repository.path, '.git/info/grafts')
    const [head, before] = [repository.head('card/1'), repository.head('main')]
    // As if the last commit of main had merged the card.
    const main = repository.commit('main', { 'b.txt': '1' })
    writeFileSync(grafts, `${main} ${before} ${head}\n`)
    const board = await openRepositoryBoard(repository.path)
    expect(await board.cards()).toMatchObject([{ number: 1, column: 'Work' }])
    await board.close()
  })
})

describe('the role of a column', () => {
  test('counts also for the stages that a card only passes', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': '1' })
    repository.git('branch', 'last', 'main')
    const columns = [
      { name: 'Work', rule: 'work', minRole: 'member' },
      { name: 'Production', rule: { branch: 'production' }, minRole: 'member' },
      { name: 'Last', rule: { branch: 'last' }, minRole: 'member' },
    ]
    repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
    const minRoles = [{ column: 'production', role: 'owner' }]
    const board = await openRepositoryBoard(repository.path, { minRoles })
    const before = repository.head('production')
    const asMember = await board.asRole('maintainer')
    const [, , last] = await board.load()
    const response = await asMember('PATCH', '/v1/cards/1', { statusId: last?.statusId })
    expect([response.status, (await response.json()).code]).toEqual([403, 'role_too_low'])
    expect(repository.head('production')).toBe(before)
    expect((await board.move(1, 'Last')).status).toBe(200)
    await board.close()
  })
})

describe('odd contents', () => {
  test('are shown as text, and change nothing', async () => {
    const repository = createRepository()
    const cases: [string, string][] = [
      ['card/$(touch-pwned)', 'Title with $(touch /tmp/pwned) and `id`'],
      ['card/--upload-pack', '--help'],
      ['card/ünï-çödé-🚀', 'Émoji 👩‍💻 \u202ereversed\u0007'],
      ['card/x;rm', `${'long '.repeat(200)}`],
      ['12345678901234567890', 'A number too large'],
    ]
    for (const [branch, message] of cases)
      repository.commit(branch, { 'x.txt': branch }, { message })
    const board = await openRepositoryBoard(repository.path)
    const titles = (await board.cards()).map(({ title }) => title)
    expect(titles).toContain('Title with $(touch /tmp/pwned) and `id`')
    expect(titles).toContain('Émoji 👩‍💻 reversed')
    expect(titles).toContain('--help')
    expect(Math.max(...titles.map((title) => title.length))).toBeLessThanOrEqual(200)
    for (const { number } of await board.cards()) {
      expect([number, (await board.move(number, 'Main')).status]).toEqual([
        number,
        expect.any(Number),
      ])
      break
    }
    expect(repository.git('fsck', '--strict')).not.toMatch(/error|missing/)
    await board.close()
  })

  test('names of files show characters that hide others', async () => {
    const repository = createRepository()
    const file = 'a\u202etxt.js'
    repository.commit('main', { [file]: '1\n' })
    repository.commit('card/1', { [file]: '2\n' })
    repository.commit('main', { [file]: '3\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(1))?.next?.detail).toBe('a<U+202E>txt.js')
    expect((await board.move(1, 'Main')).body.reason).toContain('a<U+202E>txt.js')
    await board.close()
  })

  test('labels that differ only in case are one', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': '1' }, { message: 'One\n\nLabel: Bug\nLabel: bug' })
    repository.commit('card/2', { 'b.txt': '1' }, { message: 'Two\n\nLabel: BUG' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.cards()).map(({ labels }) => labels)).toEqual([['Bug'], ['Bug']])
    await board.close()
  })

  test('a branch without a common history says so before a move, and is refused', async () => {
    const repository = createRepository()
    repository.git('checkout', '--quiet', '--orphan', 'pages')
    repository.git('commit', '--quiet', '-m', 'Pages')
    repository.leave()
    const board = await openRepositoryBoard(repository.path)
    const [card] = await board.cards()
    const number = card?.number ?? 0
    expect((await board.evidence(number))?.next).toMatchObject({ result: 'no_common_history' })
    const { status, body } = await board.move(number, 'Main')
    const refusal = [status, body.refusal, body.reason]
    expect(refusal).toEqual([409, 'no_common_history', text.unrelated('main')])
    await board.close()
  })

  test('a tag with the name of a deleted branch is never merged in its place', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'one.txt': '1\n' })
    const other = repository.commit('other', { 'other.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    const statusId = (await board.load()).find(({ name }) => name === 'Main')?.statusId
    repository.git('branch', '-D', 'card/1', 'other')
    repository.git('update-ref', 'refs/tags/refs/heads/card/1', other)
    expect((await board.call('PATCH', '/v1/cards/1', { statusId })).status).toBe(409)
    expect(repository.isAncestor(other, 'main')).toBe(false)
    await board.close()
  })

  test('a stage that is another name of a card is no stage', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': '1' })
    repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/card/1')
    const columns = [
      { name: 'Work', rule: 'work' },
      { name: 'Alias', rule: { branch: 'alias' } },
    ]
    repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
    await expect(openRepositoryBoard(repository.path)).rejects.toThrow(
      text.configBranchMissing(['alias']),
    )
  })

  test.each(['a directory', 'a symbolic link'])(
    'a .board.json that is %s is a fault',
    async (type) => {
      const repository = createRepository()
      const path = join(repository.path, '.board.json')
      repository.git('checkout', '--quiet', 'main')
      if (type === 'a directory') {
        mkdirSync(path)
        writeFileSync(join(path, 'x'), '')
      } else symlinkSync('/etc/passwd', path)
      repository.git('add', '--all')
      repository.git('commit', '--quiet', '-m', 'Add it')
      await expect(openRepositoryBoard(repository.path)).rejects.toThrow(text.configUnreadable)
    },
  )

  test('a large file and a submodule are promoted like any other', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'large.bin': 'x'.repeat(100 * 1024 * 1024) })
    repository.git('update-index', '--add', '--cacheinfo', `160000,${repository.head('main')},sub`)
    repository.git('checkout', '--quiet', '-b', 'card/2')
    repository.git('commit', '--quiet', '-m', 'Add a submodule')
    repository.git('checkout', '--quiet', '--force', '--detach')
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(1, 'Main')).status).toBe(200)
    expect((await board.move(2, 'Main')).status).toBe(200)
    await board.close()
  })
})

describe('a repository that can’t be used', () => {
  test('is named at the start: shallow, empty, of another user, not there', async () => {
    const repository = createRepository()
    repository.commit('main', { 'a.txt': '1' })
    const shallow = mkdtempSync(join(tmpdir(), 'shallow-'))
    execFileSync('git', [
      'clone',
      '--quiet',
      '--depth',
      '1',
      '--branch',
      'main',
      `file://${repository.path}`,
      shallow,
    ])
    await expect(openRepositoryBoard(shallow)).rejects.toThrow(text.shallow(shallow))
    const empty = mkdtempSync(join(tmpdir(), 'empty-'))
    execFileSync('git', ['init', '--quiet', empty])
    await expect(openRepositoryBoard(empty)).rejects.toThrow(text.noCommits(join(empty, '.git')))
    await expect(openRepositoryBoard('/nowhere')).rejects.toThrow(text.directoryMissing('/nowhere'))
    await expect(openRepositoryBoard(repository.path, { defaultBranch: 'trunk' })).rejects.toThrow(
      text.defaultBranchMissing(join(repository.path, '.git'), 'trunk'),
    )
  })

  test.runIf(process.getuid?.() === 0)('belongs to another user', async () => {
    const repository = createRepository()
    chownSync(join(repository.path, '.git'), 65_534, 65_534)
    await expect(openRepositoryBoard(repository.path)).rejects.toThrow(
      text.otherOwner(repository.path),
    )
  })

  test('keeps its cards while it is gone or emptied, and moves none by a script', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': '1' })
    const board = await openRepositoryBoard(repository.path)
    renameSync(repository.path, `${repository.path}-gone`)
    expect(await board.cards()).toMatchObject([{ number: 1, column: 'Work' }])
    expect(board.problems()).toHaveLength(1)
    const { status, body } = await board.move(1, 'Main')
    expect([status, body.code]).toEqual([503, 'repository_failed'])
    execFileSync('git', ['init', '--quiet', repository.path])
    for (let load = 0; load < 3; load += 1) await board.cards()
    expect(await board.cards()).toMatchObject([{ number: 1, column: 'Work' }])
    rmSync(repository.path, { recursive: true })
    renameSync(`${repository.path}-gone`, repository.path)
    expect((await board.move(1, 'Main')).status).toBe(200)
    expect(board.problems()).toEqual([])
    await board.close()
    const without = await openRepositoryBoard([], {}, board)
    const target = await without.call('PATCH', '/v1/cards/1', { statusId: '3' }, board.boardIds[0])
    expect([target.status, (await target.json()).detail]).toEqual([503, text.notOpen])
    await without.close()
  })

  test('git is missing or too old', async () => {
    const repository = createRepository()
    const path = process.env.PATH
    const fake = mkdtempSync(join(tmpdir(), 'old-git-'))
    writeFileSync(join(fake, 'git'), '#!/bin/sh\necho git version 2.30.1\n')
    chmodSync(join(fake, 'git'), 0o755)
    try {
      process.env.PATH = fake
      await expect(openRepositoryBoard(repository.path)).rejects.toThrow(text.gitTooOld('2.30.1'))
      process.env.PATH = createDataDirectory()
      await expect(openRepositoryBoard(repository.path)).rejects.toThrow(text.gitMissing)
    } finally {
      process.env.PATH = path
    }
  })
})

test('several repositories are several boards, and each is one however it is named', async () => {
  const [first, second] = [createRepository(), createRepository([])]
  first.commit('card/1', { 'a.txt': '1' })
  const sources = [first.path, join(first.path, '.git'), second.path]
  const board = await openRepositoryBoard(sources)
  expect(board.boardIds).toHaveLength(2)
  expect((await board.load(board.boardIds[1])).map(({ name }) => name)).toEqual(['Work', 'Main'])
  await board.close()
})

test('a work tree, packed branches, and SHA-256 make no difference', async () => {
  const path = mkdtempSync(join(tmpdir(), 'sha256-'))
  execFileSync('git', ['init', '--quiet', '--object-format=sha256', '--initial-branch=main', path])
  const repository = new GitRepository(path)
  writeFileSync(join(path, 'a.txt'), '1')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '-m', 'Start')
  repository.leave()
  repository.commit('card/1', { 'b.txt': '1' })
  repository.git('pack-refs', '--all')
  const tree = `${path}-tree`
  repository.git('worktree', 'add', '--quiet', tree, 'card/1')
  const board = await openRepositoryBoard(tree)
  expect((await board.move(1, 'Main')).status).toBe(200)
  expect(repository.isAncestor(repository.head('card/1'), 'main')).toBe(true)
  await board.close()
  expect(cloneRepository(path).git('rev-parse', 'origin/main')).toBe(repository.head('main'))
})
