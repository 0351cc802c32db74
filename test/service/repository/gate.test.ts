import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

const COLUMNS = [
  { name: 'Work', rule: 'work', minRole: 'member' },
  { name: 'Main', rule: { branch: 'main' }, minRole: 'member' },
  { name: 'Staging', rule: { branch: 'staging' }, minRole: 'member' },
]

function createWork(config: object = { columns: COLUMNS }): GitRepository {
  const repository = createRepository(['staging'])
  repository.commit('main', { '.board.json': JSON.stringify(config) })
  repository.commit('card/7', { 'seven.txt': '7' })
  return repository
}

/** Adds a note whose text can be longer than an argument. */
function addNote({ path }: GitRepository, commit: string, note: string): void {
  const file = join(path, '.git', 'note.txt')
  writeFileSync(file, note)
  const args = ['-C', path, '-c', 'user.name=CI', '-c', 'user.email=ci@example.test']
  execFileSync('git', [...args, 'notes', '--ref', 'checks', 'add', '-f', '-F', file, commit], {
    stdio: 'pipe',
  })
}

/** Writes an object as it is, without git’s own checks. */
function writeCommit({ path }: GitRepository, content: string): string {
  const args = ['-C', path, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin']
  return execFileSync('git', args, { input: content }).toString().trim()
}

describe('a commit that somebody pushes', () => {
  test('with a folded trailer is a card like any other, also after a restart', async () => {
    const repository = createWork()
    const message = 'Eight\n\nBody\n\nPriority: high\nLabel: one\n  two three\nLabel: x, y\n'
    repository.commit('card/8', { 'eight.txt': '8' }, { message })
    const board = await openRepositoryBoard(repository.path)
    expect(await board.card(8)).toMatchObject({
      title: 'Eight',
      priority: 'high',
      labels: ['one two three', 'x', 'y'],
    })
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect((await again.card(7))?.column).toBe('Main')
    await again.close()
  })

  test('with a separator in the author’s name keeps its branch on the board', async () => {
    const repository = createWork()
    const tree = repository.git('rev-parse', 'main^{tree}')
    const person = 'A\x1fda\x1f <ada@example.test> 1767603600 +0000'
    const parent = repository.head('main')
    const content = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n\nNine\x1f\n`
    repository.git('update-ref', 'refs/heads/card/9', writeCommit(repository, content))
    const board = await openRepositoryBoard(repository.path)
    expect(await board.card(9)).toMatchObject({ title: 'Nine', assignee: 'A da' })
    await board.close()
  })

  test('that git can’t read costs only its own card, which keeps its last state', async () => {
    const repository = createWork()
    repository.commit('card/8', { 'eight.txt': '8' })
    const board = await openRepositoryBoard(repository.path)
    const tree = repository.git('rev-parse', 'main^{tree}')
    const broken = writeCommit(
      repository,
      `tree ${tree}\nparent ${'1'.repeat(40)}\nauthor x <y> 1 +0000\n\nBroken\n`,
    )
    repository.git('update-ref', 'refs/heads/card/8', broken)
    writeFileSync(join(repository.path, '.git/refs/heads/lost'), `${'2'.repeat(40)}\n`)
    repository.commit('card/10', { 'ten.txt': '10' })
    const numbers = (await board.cards()).map(({ number }) => number)
    await board.load()
    expect(numbers.sort((a, b) => a - b)).toEqual([7, 8, 10])
    expect((await board.move(7, 'Main')).status).toBe(200)
    const named = board.problems().filter((problem) => /card\/8|lost/.test(problem))
    expect(named).toHaveLength(2)
    const logged = board.faults.filter((fault) => /card\/8/.test(String(fault)))
    expect(logged).toHaveLength(1)
    await board.close()
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect(await again.card(8)).toMatchObject({ title: 'Change card/8', column: 'Work' })
    await again.close()
  })

  test('to a branch whose name isn’t UTF-8 hides only that branch', async () => {
    const repository = createWork()
    const line = (name: Buffer) =>
      Buffer.concat([Buffer.from('create refs/heads/'), name, Buffer.from(' main\n')])
    const names = [Buffer.from([0x61, 0xff]), Buffer.from([0x61, 0xfe])]
    execFileSync('git', ['-C', repository.path, 'update-ref', '--stdin'], {
      input: Buffer.concat(names.map(line)),
    })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.cards()).map(({ number }) => number)).toEqual([7])
    expect(board.problems()).toEqual([text.branchSkipped('a\ufffd')])
    await board.close()
  })
})

describe('a note with check results', () => {
  const open = async (note: string, required: string[] = []) => {
    const repository = createWork({ columns: COLUMNS, checks: { required } })
    addNote(repository, repository.head('card/7'), note)
    return openRepositoryBoard(repository.path)
  }

  test.each([
    ['with the red line at its end', `${'x: success\n'.repeat(8_000)}unit: failure broken\n`],
    ['that is one long line', 'a'.repeat(70_000)],
  ])('over 64 KiB %s is red', async (_, note) => {
    const board = await open(note, ['unit'])
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.refusal, body.reason]).toEqual([409, 'checks_red', text.noteTooLarge(64)])
    expect(await board.card(7)).toMatchObject({ column: 'Work', blocked: body.reason })
    await board.close()
  })

  test.each([
    [
      'a colon in the name',
      'build: linux: failure broken',
      text.checkRed('build: linux', 'broken'),
    ],
    ['a state that git’s note doesn’t have', 'unit: red', text.noteLineInvalid('unit: red')],
    ['other text', 'success\nunit: success', text.noteLineInvalid('success')],
    ['a state with an ending', 'unit: successful', text.noteLineInvalid('unit: successful')],
    ['a state before a colon', 'a: success: failure x', text.checkRed('a: success', 'x')],
  ])('with %s is red', async (_, note, reason) => {
    const board = await open(note)
    expect((await board.move(7, 'Main')).body.reason).toBe(reason)
    await board.close()
  })

  test('that git can’t list is red, and the board stays in sync', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const author = 'author x <y> 1 +0000\ncommitter x <y> 1 +0000'
    const broken = writeCommit(repository, `tree ${'3'.repeat(40)}\n${author}\n\nNotes\n`)
    repository.git('update-ref', 'refs/notes/checks', broken)
    expect((await board.move(7, 'Main')).body.reason).toBe(text.noteUnreadable)
    repository.commit('card/8', { 'eight.txt': '8' })
    expect((await board.card(7))?.blocked).toBe(text.noteUnreadable)
    expect((await board.card(8))?.column).toBe('Work')
    await board.close()
  })

  test('that is lost is red', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const head = repository.head('card/7')
    repository.git('notes', '--ref', 'checks', 'add', '-m', 'unit: failure', head)
    const note = repository.git('notes', '--ref', 'checks', 'list', head).trim()
    rmSync(join(repository.path, '.git/objects', note.slice(0, 2), note.slice(2)))
    expect((await board.move(7, 'Main')).body.reason).toBe(text.noteUnreadable)
    await board.close()
  })

  test('counts from a trusted author in directories of any depth', async () => {
    const checks = { required: ['unit'], trustedAuthors: ['ci@example.test'] }
    const repository = createWork({ columns: COLUMNS, checks })
    const head = repository.head('card/7')
    const note = execFileSync('git', ['-C', repository.path, 'hash-object', '-w', '--stdin'], {
      input: 'unit: success\n',
    })
    const path = head.replace(/^(..)(..)(..)(..)/, '$1/$2/$3/$4/')
    const person = 'CI <ci@example.test> 1767603600 +0000'
    const input = `commit refs/notes/checks\ncommitter ${person}\ndata 1\nn\nM 100644 ${note.toString().trim()} ${path}\n`
    execFileSync('git', ['-C', repository.path, 'fast-import', '--quiet'], { input })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })
})

describe('the role that the operator requires', () => {
  const minRoles = [{ column: 'production', role: 'owner' }]
  const withColumns = (...columns: object[]) => ({ columns: [COLUMNS[0], ...columns] })
  const roles = async (board: Awaited<ReturnType<typeof openRepositoryBoard>>) =>
    Object.fromEntries((await board.load()).map(({ name, minRole }) => [name, minRole]))

  test('holds for the branch, also when another column takes its name and after a restart', async () => {
    const production = { rule: { branch: 'production' }, minRole: 'member' }
    const repository = createRepository()
    const commit = (config: object) =>
      repository.commit('main', { '.board.json': JSON.stringify(config) })
    commit(withColumns({ name: 'Production', ...production }))
    const board = await openRepositoryBoard(repository.path, { minRoles })
    const decoy = { name: 'production', rule: { branch: 'staging' }, minRole: 'member' }
    commit(withColumns(decoy))
    await board.load()
    await board.close()
    const again = await openRepositoryBoard(repository.path, { minRoles }, board)
    commit(withColumns(decoy, { name: 'Live', ...production }))
    expect(await roles(again)).toMatchObject({ Live: 'owner' })
    await again.close()
  })

  test('waits for its branch when a push has removed the column, and doesn’t stop a start', async () => {
    const repository = createRepository()
    const commit = (config: object) =>
      repository.commit('main', { '.board.json': JSON.stringify(config) })
    commit(withColumns({ name: 'Staging', rule: { branch: 'staging' } }))
    const board = await openRepositoryBoard(repository.path, { minRoles })
    expect(board.problems()).toEqual([text.minRoleWithoutColumn('production')])
    commit(withColumns({ name: 'Live', rule: { branch: 'production' } }))
    expect(await roles(board)).toEqual({ Work: 'member', Live: 'owner' })
    expect(board.problems()).toEqual([])
    await board.close()
  })
})

describe('.board.json', () => {
  test('with a fault, or without its branch, stops no restart', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.close()
    repository.commit('main', { '.board.json': '{ "columns": [' })
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect(again.problems()).toEqual([text.configBroken(text.configNotJson)])
    expect((await again.load()).map(({ name }) => name)).toEqual(['Work', 'Main', 'Staging'])
    await again.close()
    repository.git('branch', '--move', 'main', 'trunk')
    const without = await openRepositoryBoard(repository.path, {}, board)
    expect(without.problems().join()).toContain(text.defaultBranchGone('main'))
    expect((await without.card(7))?.column).toBe('Work')
    expect((await without.call('PATCH', '/v1/cards/7', { statusId: '2' })).status).not.toBe(200)
    await without.close()
  })

  test('counts for a move as soon as it is pushed', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const [, main] = await board.load()
    repository.commit('main', {
      '.board.json': JSON.stringify({ columns: COLUMNS, checks: { required: ['unit'] } }),
    })
    const response = await board.call('PATCH', '/v1/cards/7', { statusId: main?.statusId })
    expect((await response.json()).code).toBe('checks_running')
    await board.close()
  })

  test('with more patterns, checks, or bytes than a board needs is a fault', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const branches = Array.from({ length: 32_000 }, (_, index) => `c${index}`)
    repository.commit('main', {
      '.board.json': JSON.stringify({ columns: COLUMNS, cards: { branches } }),
    })
    await board.load()
    expect(board.problems()).toEqual([text.configBroken(text.configUnreadable)])
    const some = { columns: COLUMNS, cards: { branches: branches.slice(0, 51) } }
    repository.commit('main', { '.board.json': JSON.stringify(some) })
    await board.load()
    expect(board.problems().join()).toContain('cards.branches')
    const required = branches.slice(0, 51)
    repository.commit('main', {
      '.board.json': JSON.stringify({ columns: COLUMNS, checks: { required } }),
    })
    await board.load()
    expect(board.problems().join()).toContain('checks.required')
    await board.close()
  })
})

describe('what is pushed while a move waits', () => {
  test('raises the role that it needs', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const [, main] = await board.load()
    const asMember = await board.asRole('member')
    const columns = COLUMNS.map((column) => ({ ...column, minRole: 'owner' }))
    repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
    const response = await asMember('PATCH', '/v1/cards/7', { statusId: main?.statusId })
    expect(response.status).not.toBe(200)
    expect(repository.isAncestor(repository.head('card/7'), 'main')).toBe(false)
    await board.close()
  })

  test('is a red note: a check command that succeeds doesn’t merge', async () => {
    const checks = { command: ['sleep', '0.8'], timeout: 30 }
    const repository = createWork({ columns: COLUMNS, checks })
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    expect((await board.move(7, 'Main')).status).toBe(202)
    addNote(repository, repository.head('card/7'), 'unit: failure late')
    const blocked = async () => (await board.card(7))?.blocked
    await expect.poll(blocked).toBe(text.checkRed('unit', 'late'))
    expect((await board.card(7))?.column).toBe('Work')
    await board.close()
  })

  test('ends at any character that ends a line', async () => {
    for (const end of ['\r', '\u2028', '\v']) {
      const repository = createWork()
      addNote(repository, repository.head('card/7'), `unit: success${end}lint: failure 3`)
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(7, 'Main')).body.reason).toBe(text.checkRed('lint', '3'))
      await board.close()
    }
  })
})

test('a branch for .board.json that doesn’t exist is refused at a later start too, and not remembered', async () => {
  const repository = createWork()
  const board = await openRepositoryBoard(repository.path)
  await board.close()
  const wrong = { defaultBranch: 'mian' }
  await expect(openRepositoryBoard(repository.path, wrong, board)).rejects.toThrow('mian')
  const again = await openRepositoryBoard(repository.path, {}, board)
  expect(again.problems()).toEqual([])
  await again.close()
})
