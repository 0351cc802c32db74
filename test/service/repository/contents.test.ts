import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index}`)

/** The file of the tests, with some of its lines changed. */
function withLines(changes: Readonly<Record<number, string>>): Record<string, string> {
  const lines = LINES.map((line, index) => changes[index] ?? line)
  return { 'code.txt': `${lines.join('\n')}\n` }
}

/** Two cards, each with two commits. */
function createWork(): GitRepository {
  const repository = createRepository()
  repository.commit('main', withLines({}), { message: 'Add the code' })
  repository.git('branch', '-f', 'staging', 'main')
  repository.git('branch', '-f', 'production', 'main')
  repository.commit('fix/12', withLines({ 5: 'twelve' }))
  repository.commit('fix/12', withLines({ 5: 'twelve', 7: 'twelve' }))
  repository.commit('fix/34', withLines({ 30: 'thirty-four' }))
  return repository
}

function on(repository: GitRepository, branch: string, ...commands: string[][]): string {
  repository.git('checkout', '--quiet', branch)
  for (const command of commands) repository.git(...command)
  const head = repository.head(branch)
  repository.leave()
  return head
}

const squash = (repository: GitRepository, branch: string, into = 'main', message = 'Squashed') =>
  on(repository, into, ['merge', '--quiet', '--squash', branch], ['commit', '-qm', message])

const merge = (repository: GitRepository, branch: string, into = 'main') =>
  on(repository, into, ['merge', '--quiet', '--no-ff', '-m', `Merge ${branch}`, branch])

const revert = (repository: GitRepository, commit: string, stage = 'main') =>
  on(repository, stage, ['revert', '--no-edit', commit])

const revertMerge = (repository: GitRepository, commit: string, stage = 'main') =>
  on(repository, stage, ['revert', '--no-edit', '-m', '1', commit])

/** Opens the board, and calls `steps` with what reads the columns of both cards. */
async function onBoard(
  repository: GitRepository,
  steps: (columns: () => Promise<Record<number, string>>) => Promise<void>,
): Promise<void> {
  const board = await openRepositoryBoard(repository.path)
  let shown: Record<number, string> = {}
  const columns = async () => {
    shown = await columnsOf(board)
    return shown
  }
  try {
    await steps(columns)
    expect(board.problems()).toEqual([])
  } finally {
    await board.close()
  }
  // A board that is opened again says the same.
  const again = await openRepositoryBoard(repository.path, {}, board)
  const last = await columnsOf(again)
  await again.close()
  expect(last).toEqual(shown)
}

async function columnsOf(
  board: Pick<Awaited<ReturnType<typeof openRepositoryBoard>>, 'cards'>,
): Promise<Record<number, string>> {
  return Object.fromEntries((await board.cards()).map(({ number, column }) => [number, column]))
}

describe('a stage contains a card', () => {
  test('whose branch took in that stage, and was then reset to it', async () => {
    const repository = createRepository()
    repository.commit('card/1', { 'a.txt': 'a\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Staging')
    repository.commit('card/1', {}, { merging: 'main' })
    expect((await board.card(1))?.column).toBe('Staging')
    repository.commit('main', { 'b.txt': 'b\n' })
    repository.git('update-ref', 'refs/heads/card/1', repository.head('main'))
    expect((await board.card(1))?.column).toBe('Staging')
    await board.close()
  })

  test('whose branch was squashed, also when it changes the same lines later', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      squash(repository, 'fix/12')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      repository.commit('main', withLines({ 5: 'later', 7: 'later' }))
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
    })
  })

  test('whose branch was squashed before the board was opened, and changed since', async () => {
    const repository = createWork()
    squash(repository, 'fix/12')
    repository.commit('main', withLines({ 5: 'later', 7: 'later' }))
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
    })
  })

  test('whose commits were rebased or picked, all of them', async () => {
    const repository = createWork()
    repository.commit('main', withLines({ 20: 'other' }))
    await onBoard(repository, async (columns) => {
      on(repository, 'main', ['cherry-pick', 'fix/12~1'])
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      on(repository, 'main', ['cherry-pick', 'fix/12'])
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      repository.commit('main', withLines({ 5: 'later', 7: 'later', 20: 'other' }))
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
    })
  })

  test('whose changes came with others in one commit, until that is reverted', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      const commit = repository.commit('main', withLines({ 5: 'twelve', 7: 'twelve', 15: 'more' }))
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      repository.commit('main', withLines({ 5: 'later', 7: 'twelve', 15: 'more' }))
      repository.commit('main', withLines({ 5: 'twelve', 7: 'twelve', 15: 'more' }))
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      revert(repository, commit)
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
  })

  test.each([
    ['with a change of another one', withLines({ 20: 'fifty-six' })],
    ['alone', {}],
  ])('whose new file it has renamed: %s', async (_, more) => {
    const repository = createWork()
    const added = { 'new.txt': `${LINES.slice(0, 9).join('\n')}\nnew\n` }
    repository.commit('fix/56', { ...added, ...more })
    squash(repository, 'fix/56')
    on(repository, 'main', ['mv', 'new.txt', 'renamed.txt'], ['commit', '-qm', 'Rename it'])
    await onBoard(repository, async (columns) => {
      expect(await columns()).toMatchObject({ 56: 'Main' })
    })
  })

  test('that was squashed into an earlier stage, which was merged into this one', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      squash(repository, 'fix/12')
      repository.commit('main', withLines({ 5: 'later', 7: 'later' }))
      merge(repository, 'main', 'staging')
      expect(await columns()).toEqual({ 12: 'Staging', 34: 'Work' })
    })
  })

  test('whose merge into an earlier stage was picked', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      merge(repository, 'fix/34')
      const commit = merge(repository, 'fix/12')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Main' })
      on(repository, 'production', ['cherry-pick', '-m', '1', commit])
      expect(await columns()).toEqual({ 12: 'Production', 34: 'Main' })
    })
  })

  test('but not one that changes nothing', async () => {
    const repository = createWork()
    repository.commit('fix/56', withLines({ 3: 'there and back' }))
    repository.commit('fix/56', withLines({}))
    repository.commit('fix/78', {})
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work', 56: 'Work', 78: 'Work' })
    })
  })

  test('nor one whose change it had before the branch began, and took back', async () => {
    const repository = createWork()
    const first = repository.commit('main', withLines({ 12: 'again' }))
    revert(repository, first)
    repository.commit('fix/56', withLines({ 12: 'again' }))
    await onBoard(repository, async (columns) => {
      expect(await columns()).toMatchObject({ 56: 'Work' })
    })
  })

  test('until the stage was rewritten', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      squash(repository, 'fix/12')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      repository.git('branch', '-f', 'main', 'main~1')
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
  })

  test('whose branch was deleted with the squash', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      squash(repository, 'fix/12')
      repository.git('branch', '-D', 'fix/12')
      for (let sync = 0; sync < 3; sync += 1) expect(await columns()).toMatchObject({ 12: 'Main' })
    })
  })

  test('without a trace of the comparison in the repository', async () => {
    const repository = createWork()
    repository.commit('main', withLines({ 20: 'other' }))
    const count = () => execFileSync('find', [`${repository.path}/.git/objects`, '-type', 'f'])
    const before = count().toString()
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
    expect(count().toString()).toBe(before)
  })
})

describe('a revert', () => {
  test('of a merge takes only that card out, and its own revert brings it back', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      const commit = merge(repository, 'fix/12')
      merge(repository, 'fix/34')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Main' })
      const undone = revertMerge(repository, commit)
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Main' })
      const redone = revert(repository, undone)
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Main' })
      revert(repository, redone)
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Main' })
    })
  })

  test('of a squashed branch takes it out, until it is squashed again', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      const commit = squash(repository, 'fix/12')
      revert(repository, commit)
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      squash(repository, 'fix/12', 'main', 'Squashed again')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
    })
  })

  test('on a stage also counts for other commits with the same changes that it hadn’t seen', async () => {
    const repository = createWork()
    const main = (...commands: string[][]) => on(repository, 'main', ...commands)
    const staging = () =>
      on(repository, 'staging', ['merge', '--quiet', '--no-ff', '-m', 'M', 'main'])
    const squashed = squash(repository, 'fix/12')
    staging()
    revert(repository, squashed, 'staging')
    revert(repository, squashed)
    squash(repository, 'fix/12', 'main', 'Squashed again')
    staging()
    // git keeps what staging has removed itself.
    expect(repository.git('show', 'staging:code.txt')).not.toContain('twelve')
    await onBoard(repository, async (columns) => {
      expect((await columns())[12]).toBe('Main')
      expect((await columns())[12]).toBe('Main')
      main(['commit', '--quiet', '--allow-empty', '-m', 'Other'])
      expect((await columns())[12]).toBe('Main')
      squash(repository, 'fix/12', 'staging', 'Squashed into staging')
      expect((await columns())[12]).toBe('Staging')
    })
  })

  test('takes out what the revert of an earlier revert had brought again', async () => {
    const repository = createWork()
    const squashed = squash(repository, 'fix/12')
    revert(repository, revert(repository, squashed))
    revert(repository, revert(repository, squashed))
    revert(repository, squashed)
    await onBoard(repository, async (columns) => {
      expect((await columns())[12]).toBe('Work')
    })
  })

  test('on a branch counts once that is merged, and leaves the further stages alone', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      const commit = merge(repository, 'fix/12')
      merge(repository, 'main', 'staging')
      expect(await columns()).toEqual({ 12: 'Staging', 34: 'Work' })
      repository.git('branch', 'revert-56', 'main')
      on(repository, 'revert-56', ['revert', '--no-edit', '-m', '1', commit])
      expect(await columns()).toMatchObject({ 12: 'Staging', 56: 'Work' })
      merge(repository, 'revert-56')
      expect(await columns()).toMatchObject({ 12: 'Staging', 56: 'Main' })
      merge(repository, 'main', 'staging')
      expect(await columns()).toMatchObject({ 12: 'Work', 56: 'Staging' })
    })
  })

  test('of one of two commits that were fast-forwarded leaves a part, of both nothing', async () => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      repository.git('branch', '-f', 'main', 'fix/12')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      revert(repository, repository.head('fix/12'))
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
      revert(repository, repository.git('rev-parse', 'fix/12~1'))
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
  })

  test('that was made before the board was opened counts too', async () => {
    const repository = createWork()
    revertMerge(repository, merge(repository, 'fix/12'))
    revert(repository, squash(repository, 'fix/34'))
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
  })
})

describe('what a stage has is decided by contents', () => {
  test('two branches that differ in whitespace only aren’t the same', async () => {
    const repository = createRepository()
    const rules = (indent: string) => ({ Makefile: `build:\n${indent}cc a\n${indent}strip a\n` })
    repository.commit('main', rules('  '))
    repository.commit('fix/1', rules('\t'))
    repository.commit('fix/2', rules('    '))
    squash(repository, 'fix/2')
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 1: 'Work', 2: 'Main' })
    })
  })

  test('nor are two that make the same edit at another place of a file', async () => {
    const repository = createRepository()
    const services = (large?: string) => {
      const blocks = ['a', 'b', 'c', 'd'].map(
        (name) => `${name}:\n  image: x\n  memory: ${name === large ? '1g' : '512m'}\n  cpu: 1\n`,
      )
      return { 'services.yml': blocks.join('') }
    }
    repository.commit('main', services())
    repository.commit('fix/1', services('a'))
    repository.commit('fix/2', services('b'))
    squash(repository, 'fix/2')
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 1: 'Work', 2: 'Main' })
    })
  })

  test.each([
    'This reverts merge request !52',
    'Reverts team/app#53',
    'Revert "Add the code"',
    'Undo it',
  ])('a revert counts with any message: %s', async (message) => {
    const repository = createWork()
    await onBoard(repository, async (columns) => {
      squash(repository, 'fix/12')
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
      repository.commit('main', withLines({}), { message })
      expect(await columns()).toEqual({ 12: 'Work', 34: 'Work' })
    })
  })

  test('a message that says so reverts nothing, however often, and whatever it names', async () => {
    const repository = createWork()
    const merged = merge(repository, 'fix/12')
    repository.git('tag', 'abcdef1', merged)
    const lines = [merged, merged.slice(0, 7), 'abcdef1'].map((id) => `This reverts commit ${id}.`)
    const message = Array.from({ length: 300 }, () => lines.join('\n')).join('\n')
    repository.commit('main', { 'other.txt': '1\n' }, { message })
    repository.commit('fix/34', { 'other.txt': '2\n' }, { message })
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 12: 'Main', 34: 'Work' })
    })
  })

  test('a file that the column has renamed in the same way is there', async () => {
    const repository = createRepository([])
    const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n7\n8\n${last}\n`
    repository.commit('main', { 'old.txt': text('1', '9') })
    const rename = (branch: string, content: string) => {
      repository.git('checkout', '--quiet', branch)
      repository.git('mv', 'old.txt', 'new.txt')
      writeFileSync(join(repository.path, 'new.txt'), content)
      repository.git('commit', '--quiet', '--all', '-m', `Rename on ${branch}`)
      repository.leave()
    }
    repository.git('branch', 'fix/1', 'main')
    rename('fix/1', text('first', '9'))
    rename('main', text('1', 'last'))
    repository.commit('main', { 'new.txt': text('first', 'last') })
    await onBoard(repository, async (columns) => {
      expect(await columns()).toEqual({ 1: 'Main' })
    })
  })

  test('a branch that is reset to a later column is still the card that it was', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' })
    repository.commit('staging', { 'only-there.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    for (const column of ['Main', 'Staging', 'Production']) {
      expect((await board.move(1, column)).status).toBe(200)
    }
    repository.git('branch', '--force', 'fix/1', 'staging')
    expect((await board.card(1))?.column).toBe('Production')
    await board.close()
  })

  test('a new branch at the newest commit of a later column is where that has its content', async () => {
    const repository = createRepository()
    repository.commit('main', { 'shared.txt': '1\n' })
    repository.commit('fix/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(1, 'Production')).status).toBe(200)
    repository.git('branch', 'fix/2', 'staging')
    expect((await board.card(2))?.column).toBe('Production')
    await board.close()
  })

  test('a part names each file that lacks it, also one that is as it was before', async () => {
    const repository = createRepository([])
    const lines = ['1', '2', '3', '4', '5', '6', '7'].map((line) => `${line}\n`)
    const text = lines.join('')
    repository.commit('main', { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': text })
    const changed = { 'a.txt': 'A\n', 'b.txt': 'B\n', 'c.txt': `first\n${text}` }
    repository.commit('fix/1', changed)
    const { 'b.txt': _, ...most } = changed
    repository.commit('main', { ...most, 'c.txt': `first\n${text}last\n` })
    const board = await openRepositoryBoard(repository.path)
    const partly = (await board.evidence(1))?.partly
    expect(partly?.map(({ files }: { files: string[] }) => files)).toEqual([['b.txt']])
    await board.close()
  })

  test('a part of a card is a part: the board names the column and the files', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'a.txt': 'a\n' })
    repository.commit('fix/1', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.cards()
    on(repository, 'main', ['cherry-pick', 'fix/1~1'])
    const { partly, placedBy, next } = (await board.evidence(1)) ?? {}
    const main = (await board.load()).find(({ name }) => name === 'Main')?.statusId
    expect([placedBy, partly]).toEqual(['work', [{ statusId: main, files: ['b.txt'] }]])
    expect(next).toMatchObject({ statusId: main, result: 'clean' })
    expect((await board.move(1, 'Main')).status).toBe(200)
    expect((await board.evidence(1))?.partly).toBeUndefined()
    await board.close()
  })

  test('a card that changes many files is compared like any other', async () => {
    const repository = createRepository()
    const files = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`many/${index}.txt`, `${index}\n`]),
    )
    repository.commit('fix/1', files)
    repository.commit('fix/2', { 'a.txt': 'a\n' })
    await onBoard(repository, async (columns) => {
      squash(repository, 'fix/2')
      expect(await columns()).toEqual({ 1: 'Work', 2: 'Main' })
      squash(repository, 'fix/1')
      expect(await columns()).toEqual({ 1: 'Main', 2: 'Main' })
    })
  })
})

/** How many git processes it takes to open the board. */
async function processesOf(repository: GitRepository): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'counted-git-'))
  const log = join(directory, 'log')
  const git = execFileSync('which', ['git']).toString().trim()
  const script = `#!/bin/sh\necho >> '${log}'\nexec '${git}' "$@"\n`
  writeFileSync(join(directory, 'git'), script, { mode: 0o755 })
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`)
  const board = await openRepositoryBoard(repository.path)
  await board.close()
  vi.unstubAllEnvs()
  return readFileSync(log, 'utf8').length
}

/** Cards that were merged into main, and then into a stage that has taken something else back. */
function createMerged(cards: number): GitRepository {
  const repository = createRepository(['staging'])
  const other = repository.commit('main', { 'other.txt': 'other' })
  for (let index = 0; index < cards; index += 1) {
    repository.commit(`fix/${100 + index}`, { [`${index}.txt`]: 'new' })
    merge(repository, `fix/${100 + index}`)
  }
  merge(repository, 'main', 'staging')
  revert(repository, other, 'staging')
  return repository
}

test('a card in a stage with reverts costs no process of its own', async () => {
  const [few, many] = [await processesOf(createMerged(3)), await processesOf(createMerged(12))]
  expect(many).toBe(few)
})
