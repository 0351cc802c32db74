import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const LINES = Array.from({ length: 20 }, (_, index) => `${index + 1}`)

/** Twenty lines, of which some are others. */
function lines(changes: Readonly<Record<number, string>> = {}): string {
  return `${LINES.map((line, index) => changes[index + 1] ?? line).join('\n')}\n`
}

/** #1 changes the beginning of a file, #2 its end: line by line, both fit. */
function createTwoChanges(file: string, attributes: Readonly<Record<string, string>>) {
  const repository = createRepository()
  repository.commit('main', { ...attributes, [file]: lines() })
  repository.commit('fix/1', { [file]: lines({ 1: 'one' }) })
  repository.commit('fix/2', { [file]: lines({ 20: 'two' }) })
  return repository
}

/** What git says of #2, once #1 is on main. */
function mergeByHand(repository: GitRepository): 'merged' | 'conflicts' {
  repository.git('checkout', '--quiet', '-B', 'by-hand', 'main')
  try {
    repository.git('merge', '--quiet', 'fix/2')
    return 'merged'
  } catch {
    repository.git('merge', '--abort')
    return 'conflicts'
  } finally {
    repository.leave()
    repository.git('branch', '-D', 'by-hand')
  }
}

describe('.gitattributes of the stage decide how files are merged', () => {
  test.each([
    ['-merge', 'a.lock', { '.gitattributes': '*.lock -merge\n' }],
    ['binary', 'app.sln', { '.gitattributes': '*.sln binary\n' }],
    ['merge=binary', 'app.sln', { '.gitattributes': '*.sln merge=binary\n' }],
    ['a macro', 'app.sln', { '.gitattributes': '[attr]whole -merge\n*.sln whole\n' }],
    ['a file in a folder', 'lib/a.lock', { 'lib/.gitattributes': '*.lock -merge\n' }],
    [
      'a folder that takes it back',
      'lib/a.txt',
      { '.gitattributes': '* -merge\n', 'lib/.gitattributes': '*.txt merge\n' },
    ],
    ['a driver that is a program', 'a.txt', { '.gitattributes': '*.txt merge=own\n' }],
    ['text=auto', 'a.txt', { '.gitattributes': '* text=auto eol=lf\n' }],
  ])('as git does: %s', async (_, file, attributes) => {
    const repository = createTwoChanges(file, attributes)
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(1, 'Main')).status).toBe(200)
    const byHand = mergeByHand(repository)
    const expected = byHand === 'merged' ? 'clean' : 'conflicts'
    expect((await board.evidence(2))?.next?.result).toBe(expected)
    const { status, body } = await board.move(2, 'Main')
    expect(status).toBe(byHand === 'merged' ? 200 : 409)
    if (byHand === 'conflicts') expect(body.detail).toContain(file)
    expect((await board.card(1))?.column).toBe('Main')
    expect((await board.card(2))?.column).toBe(byHand === 'merged' ? 'Main' : 'Work')
    await board.close()
  })

  test('those in a folder with a long name count', async () => {
    const folder = 'a-very-long-name-of-a-package-'.repeat(5)
    const repository = createTwoChanges(`${folder}/a.lock`, {
      [`${folder}/.gitattributes`]: '*.lock -merge\n',
    })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    expect((await board.evidence(2))?.next?.result).toBe('conflicts')
    await board.close()
  })

  test('a folder of that name, a huge file, and a long name cost no card', async () => {
    const repository = createTwoChanges('a.lock', { '.gitattributes': '*.lock -merge\n' })
    repository.commit('main', {
      'lib/.gitattributes': '* merge\n',
      'huge/.gitattributes': `# merge\n${'#'.repeat(300_000)}\n`,
      [`${'long'.repeat(100)}/.gitattributes`]: '* merge\n',
    })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    expect((await board.evidence(2))?.next?.result).toBe('conflicts')
    repository.commit('main', { 'lib/.gitattributes/.gitattributes': '* merge\n' })
    expect((await board.evidence(2))?.next?.result).toBe('conflicts')
    repository.commit('main', { '.gitattributes': '\n' })
    expect((await board.evidence(2))?.next?.result).toBe('clean')
    expect(board.faults).toEqual([])
    await board.close()
  })

  test('also with a data directory that is named from another one', async () => {
    const repository = createTwoChanges('a.lock', { '.gitattributes': '*.lock -merge\n' })
    const data = relative(process.cwd(), createDataDirectory())
    const board = await openRepositoryBoard(repository.path, {}, { data, secret: '' })
    await board.move(1, 'Main')
    expect((await board.evidence(2))?.next?.result).toBe('conflicts')
    await board.close()
  })

  test('those of the target count, not those of the card', async () => {
    const repository = createTwoChanges('lib/a.lock', {})
    repository.commit('fix/2', { '.gitattributes': '*.lock -merge\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    expect((await board.evidence(2))?.next?.result).toBe('clean')
    repository.commit('main', { 'lib/.gitattributes': '*.lock -merge\n' })
    expect((await board.evidence(2))?.next?.result).toBe('conflicts')
    repository.commit('main', { 'lib/.gitattributes': '\n' })
    expect((await board.evidence(2))?.next?.result).toBe('clean')
    await board.close()
  })

  test('a card with a file that is never merged line by line stays where it is when others change it', async () => {
    const repository = createTwoChanges('a.lock', { '.gitattributes': '*.lock -merge\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    repository.commit('main', { 'a.lock': lines({ 1: 'one', 20: 'other' }) })
    expect((await board.card(1))?.column).toBe('Main')
    const { status, body } = await board.move(1, 'Work')
    expect(status).toBe(409)
    expect(body.detail).toContain('a.lock')
    await board.close()
  })
})

const CHANGES = { '.gitattributes': 'CHANGES.md merge=union\n', 'CHANGES.md': '# Changes\n\n' }

/** Three cards add a line at the same place, each with a file of its own. */
function createLog(): GitRepository {
  const repository = createRepository()
  repository.commit('main', CHANGES)
  for (const number of [1, 2, 3]) {
    const text = `# Changes\n\n- Change ${number}\n`
    repository.commit(`fix/${number}`, { 'CHANGES.md': text, [`${number}.txt`]: 'new\n' })
  }
  return repository
}

describe('a file of which git keeps all lines (merge=union)', () => {
  test('takes the lines of each card, and the cards stay where they are', async () => {
    const repository = createLog()
    const board = await openRepositoryBoard(repository.path)
    for (const number of [1, 2, 3]) {
      expect((await board.evidence(number))?.next?.result).toBe('clean')
      expect((await board.move(number, 'Main')).status).toBe(200)
    }
    const text = repository.git('show', 'main:CHANGES.md').split('\n')
    expect(text.slice(2).sort()).toEqual(['- Change 1', '- Change 2', '- Change 3'])
    const cards = await board.cards()
    expect(cards.map(({ column }) => column)).toEqual(['Main', 'Main', 'Main'])
    await board.close()
    const again = await openRepositoryBoard(repository.path)
    expect((await again.cards()).map(({ column }) => column)).toEqual(['Main', 'Main', 'Main'])
    await again.close()
  })

  test('a card leaves it alone, or says why it can’t', async () => {
    const repository = createLog()
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    expect((await board.move(1, 'Work')).status).toBe(200)
    expect(repository.git('show', 'main:CHANGES.md')).toBe('# Changes')
    expect((await board.card(1))?.column).toBe('Work')
    await board.move(1, 'Main')
    await board.move(2, 'Main')
    const { status, body } = await board.move(1, 'Work')
    expect(status).toBe(409)
    expect(body.code).toBe('revert_conflicts')
    expect(body.detail).toContain('CHANGES.md')
    expect((await board.card(1))?.column).toBe('Main')
    await board.close()
  })

  test('one that is too large to be told by its lines is refused, and costs no other card', async () => {
    const repository = createLog()
    const rest = `${'#'.repeat(79)}\n`.repeat(14_000)
    repository.commit('main', { 'CHANGES.md': `# Changes\n\n${rest}` })
    repository.commit('fix/4', { 'four.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(4, 'Main')).status).toBe(200)
    expect((await board.move(1, 'Main')).status).toBe(409)
    expect((await board.cards()).map(({ column }) => column)).toEqual([
      'Work',
      'Work',
      'Work',
      'Main',
    ])
    expect(board.faults).toEqual([])
    await board.close()
  })

  test('a line that somebody removes is a part that the card lacks', async () => {
    const repository = createLog()
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    await board.move(2, 'Main')
    repository.commit('main', { 'CHANGES.md': '# Changes\n\n- Change 2\n' })
    const evidence = await board.evidence(1)
    expect(evidence?.partly).toMatchObject([{ files: ['CHANGES.md'] }])
    expect((await board.card(2))?.column).toBe('Main')
    await board.close()
  })
})
