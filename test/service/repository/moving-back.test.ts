import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import {
  cloneRepository,
  createBareCopy,
  createRepository,
  type GitRepository,
} from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

/** Two cards with files of their own. */
function createWork(): GitRepository {
  const repository = createRepository()
  repository.commit('fix/12', { 'login.txt': '1\n' }, { message: 'Add the login form' })
  repository.commit('fix/12', { 'login.txt': '2\n' })
  repository.commit('fix/34', { 'chart.txt': '1\n' }, { message: 'Draw the chart' })
  return repository
}

/** The files of a branch. */
function filesOn(repository: GitRepository, branch: string): string[] {
  return repository.git('ls-tree', '--name-only', branch).split('\n')
}

function onMain(repository: GitRepository, ...commands: string[][]): void {
  repository.git('checkout', '--quiet', 'main')
  for (const command of commands) repository.git(...command)
  repository.leave()
}

describe('moving a card back', () => {
  test('takes its changes out of each stage that it leaves, by a revert that git knows', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.move(12, 'Production')
    await board.move(34, 'Production')
    const merge = repository.git(
      'log',
      '--format=%H',
      '--grep=Merge fix/12',
      '--first-parent',
      'main',
    )
    const before = ['main', 'staging', 'production'].map((branch) => repository.head(branch))
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect(repository.head('main')).toBe(before[0])
    for (const [index, branch] of ['staging', 'production'].entries()) {
      expect(filesOn(repository, branch)).toEqual(['chart.txt', 'shared.txt'])
      expect(repository.git('rev-parse', `${branch}^`)).toBe(before[index + 1])
    }
    expect(await board.cards()).toMatchObject([
      { number: 12, column: 'Main' },
      { number: 34, column: 'Production' },
    ])
    expect((await board.move(12, 'Work')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['chart.txt', 'shared.txt'])
    const message = repository.git('log', '-1', '--format=%an%n%B', 'main')
    const first = repository.git('rev-parse', `${merge}^`)
    expect(message).toContain(
      [
        'Owner',
        'Revert "Merge fix/12 into main (card 12)"',
        '',
        `This reverts commit ${merge}, reversing`,
        `changes made to ${first}.`,
        '',
        'Trunkline-Card: 12',
      ].join('\n'),
    )
    expect((await board.card(12))?.column).toBe('Work')
    expect(repository.git('fsck', '--no-dangling')).toBe('')
    await board.close()
  })

  test('can be undone by promoting it again, with what was added since', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.move(12, 'Staging')
    await board.move(12, 'Work')
    expect(filesOn(repository, 'staging')).toEqual(['shared.txt'])
    expect((await board.move(12, 'Staging')).status).toBe(200)
    expect(repository.git('show', 'staging:login.txt')).toBe('2')
    expect((await board.card(12))?.column).toBe('Staging')
    await board.move(12, 'Work')
    repository.commit('fix/12', { 'more.txt': '1\n' })
    expect((await board.card(12))?.column).toBe('Work')
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['login.txt', 'more.txt', 'shared.txt'])
    expect((await board.card(12))?.column).toBe('Main')
    await board.close()
  })

  test.each(['before', 'after'])(
    'never brings back what others took back %s the branch began',
    async (when) => {
      const repository = createRepository(['staging'])
      repository.commit('main', { 'old.txt': '1\n' }, { message: 'Add the old way' })
      const added = repository.head('main')
      if (when === 'after') repository.git('branch', 'card/2', 'main')
      repository.git('checkout', '--quiet', 'main')
      repository.git('revert', '--no-edit', added)
      repository.leave()
      if (when === 'before') repository.git('branch', 'card/2', 'main')
      repository.commit('card/2', { 'new.txt': '1\n' })
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(2, 'Main')).status).toBe(200)
      expect(filesOn(repository, 'main')).toEqual(['new.txt', 'shared.txt'])
      await board.close()
    },
  )

  test('brings nothing back into which the revert was merged', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/12', { 'login.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(12, 'Main')
    await board.move(12, 'Work')
    repository.git('checkout', '--quiet', 'fix/12')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge main', 'main')
    repository.leave()
    repository.commit('fix/12', { 'more.txt': '1\n' })
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['more.txt', 'shared.txt'])
    await board.close()
  })

  test('brings back a fast-forwarded card, with what was added since', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/12', { 'login.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.load()
    repository.git('update-ref', 'refs/heads/main', 'fix/12')
    expect((await board.card(12))?.column).toBe('Main')
    expect((await board.move(12, 'Work')).status).toBe(200)
    repository.commit('fix/12', { 'more.txt': '1\n' })
    await board.load()
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['login.txt', 'more.txt', 'shared.txt'])
    await board.close()
  })

  test('reverts what was squashed, rebased, or fast-forwarded elsewhere', async () => {
    const repository = createWork()
    repository.commit('fix/56', { 'a.txt': '1\n' })
    repository.commit('fix/56', { 'a.txt': '1\n', 'b.txt': '1\n' })
    repository.commit('fix/78', { 'c.txt': '1\n' })
    repository.commit('fix/78', { 'c.txt': '1\n', 'd.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.cards()
    onMain(repository, ['merge', '--quiet', '--ff-only', 'fix/78'])
    await board.cards()
    onMain(repository, ['merge', '-q', '--squash', 'fix/12'], ['commit', '-qm', 'Squashed (#12)'])
    onMain(repository, ['cherry-pick', 'fix/56~1', 'fix/56'])
    const columns = async () =>
      Object.fromEntries((await board.cards()).map(({ number, column }) => [number, column]))
    expect(await columns()).toEqual({ 12: 'Main', 34: 'Work', 56: 'Main', 78: 'Main' })
    for (const number of [12, 56, 78]) {
      expect((await board.move(number, 'Work')).status).toBe(200)
    }
    expect(filesOn(repository, 'main')).toEqual(['shared.txt'])
    expect(await columns()).toEqual({ 12: 'Work', 34: 'Work', 56: 'Work', 78: 'Work' })
    expect((await board.move(78, 'Main')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['c.txt', 'd.txt', 'shared.txt'])
    await board.close()
  })

  test('is refused with the files when later work builds on it, and then changes nothing', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.move(12, 'Staging')
    repository.commit('main', { 'login.txt': '3\n' })
    const heads = ['main', 'staging'].map((branch) => repository.head(branch))
    const { status, body } = await board.move(12, 'Work')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'revert_conflicts',
      text.revertConflicts('main', ['login.txt'], 0),
    ])
    expect(['main', 'staging'].map((branch) => repository.head(branch))).toEqual(heads)
    expect(await board.card(12)).toMatchObject({ column: 'Staging', blocked: undefined })
    await board.close()
  })

  test('needs the role of every column that it leaves', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.move(12, 'Production')
    const call = await board.asRole('member')
    const ids = new Map((await board.load()).map(({ name, statusId }) => [name, statusId]))
    const denied = await call('PATCH', '/v1/cards/12', { statusId: ids.get('Main') })
    expect(denied.status).toBe(403)
    await board.move(12, 'Main')
    const allowed = await call('PATCH', '/v1/cards/12', { statusId: ids.get('Work') })
    expect(allowed.status).toBe(200)
    await board.close()
  })

  test('into a column that it had skipped is refused with that', async () => {
    const repository = createWork()
    repository.git('checkout', '--quiet', 'production')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Hotfix', 'fix/12')
    repository.leave()
    const board = await openRepositoryBoard(repository.path)
    const { status, body } = await board.move(12, 'Staging')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'moving_back',
      text.notInColumn('Staging'),
    ])
    expect((await board.move(12, 'Work')).status).toBe(200)
    expect(filesOn(repository, 'production')).toEqual(['shared.txt'])
    await board.close()
  })

  test('is refused with the files when the stage has its commits and changed the same lines since', async () => {
    const repository = createWork()
    repository.git('checkout', '-qb', 'collected', 'main')
    repository.git('merge', '-q', '--no-ff', '-m', 'Collect 12', 'fix/12~1')
    repository.git('merge', '-q', '--ff-only', 'fix/12~1')
    repository.git('merge', '-q', '--no-ff', '-m', 'Collect 34', 'fix/34')
    repository.git('cherry-pick', 'fix/12')
    repository.git('branch', '-f', 'fix/12', 'collected~1')
    repository.leave()
    onMain(repository, ['merge', '-q', '--no-ff', '-m', 'All', 'collected'])
    repository.git('branch', '-D', 'collected')
    const board = await openRepositoryBoard(repository.path)
    expect((await board.card(12))?.column).toBe('Main')
    const { status, body } = await board.move(12, 'Work')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'revert_conflicts',
      text.revertConflicts('main', ['login.txt'], 0),
    ])
    await board.close()
  })

  test('is pushed to the remote, and a push in between is kept', async () => {
    const repository = createBareCopy(createWork())
    const board = await openRepositoryBoard(`file://${repository.path}`)
    await board.move(12, 'Main')
    const colleague = cloneRepository(repository.path)
    colleague.git('checkout', '-q', 'main')
    colleague.commit('main', { 'other.txt': '1\n' })
    colleague.git('push', '-q', 'origin', 'main')
    expect((await board.move(12, 'Work')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['other.txt', 'shared.txt'])
    expect((await board.card(12))?.column).toBe('Work')
    await board.close()
  })
})
