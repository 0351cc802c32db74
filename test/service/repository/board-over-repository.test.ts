import { execFileSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { Git } from '#service/repository/git/git.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

/** A repository with one card that can be promoted, and one that conflicts with main. */
function createWork(): GitRepository {
  const repository = createRepository()
  repository.commit('feature/12-login', { 'login.txt': '1' }, { message: 'Add the login form' })
  repository.commit('feature/12-login', { 'login.txt': '2' }, { author: 'Grace' })
  repository.commit('fix/34', { 'shared.txt': 'mine\n' }, { message: 'Fix the start' })
  repository.commit('main', { 'shared.txt': 'theirs\n' }, { message: 'Change the start' })
  repository.git('branch', 'idle', 'main')
  return repository
}

describe('a board over a repository', () => {
  test('has the stages that it finds, and a card for each other branch', async () => {
    const { path } = createWork()
    const board = await openRepositoryBoard(path)
    expect((await board.load()).map(({ name, minRole }) => [name, minRole])).toEqual([
      ['Work', 'member'],
      ['Main', 'member'],
      ['Staging', 'maintainer'],
      ['Production', 'maintainer'],
    ])
    expect(await board.cards()).toMatchObject([
      { number: 12, title: 'Add the login form', column: 'Work', assignee: 'Grace' },
      { number: 34, title: 'Fix the start', column: 'Work', assignee: 'Ada' },
      { number: 35, title: 'Idle', column: 'Work' },
    ])
    await board.close()
  })

  test('makes commits with the address of the key, signed off where the repository wants it', async () => {
    const repository = createWork()
    const columns = [
      { name: 'Work', rule: 'work' },
      { name: 'Main', rule: { branch: 'main' } },
    ]
    const board = await openRepositoryBoard(repository.path)
    const [owner] = await board.credentials.list()
    await board.credentials.edit(
      owner?.clientId ?? '',
      { name: 'Ada', email: 'ada@team.example' },
      {
        actor: 'operator',
        now: new Date(),
      },
    )
    const newest = () => repository.git('log', '-1', '--format=%an <%ae> %cn <%ce>%n%B', 'main')
    await board.move(12, 'Main')
    expect(newest()).toContain('Ada <ada@team.example> Ada <ada@team.example>')
    expect(newest()).not.toContain('Signed-off-by')
    repository.commit('main', { '.board.json': JSON.stringify({ columns, signOff: true }) })
    await board.move(12, 'Work')
    expect(newest()).toMatch(/\nSigned-off-by: Ada <ada@team.example>$/)
    expect(repository.git('log', '-1', '--format=%(trailers:key=Signed-off-by)', 'main')).toBe(
      'Signed-off-by: Ada <ada@team.example>',
    )
    await board.close()
  })

  test('reads no trailer in the title of a card', async () => {
    const repository = createRepository(['staging'])
    const message = 'Signed-off-by: Linus <linus@example.test>'
    repository.commit('fix/12', { 'a.txt': '1\n' }, { message })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(12, 'Main')).status).toBe(200)
    const trailers = repository.git('log', '-1', '--format=%(trailers:keyonly)', 'main')
    expect(trailers.split('\n')).toEqual(['Trunkline-Card', 'Trunkline-Intent'])
    await board.close()
  })

  test('squashes where the repository wants it, and knows the card by its content', async () => {
    const repository = createWork()
    const columns = [
      { name: 'Work', rule: 'work' },
      { name: 'Main', rule: { branch: 'main', style: 'squash' } },
      { name: 'Staging', rule: { branch: 'staging' } },
    ]
    repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
    const before = repository.head('main')
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect(repository.git('log', '-1', '--format=%an|%cn|%s|%P', 'main')).toBe(
      `Grace|Owner|Add the login form (card 12)|${before}`,
    )
    expect(repository.git('show', 'main:login.txt')).toBe('2')
    expect(await board.card(12)).toMatchObject({ column: 'Main', title: 'Add the login form' })
    expect((await board.move(12, 'Staging')).status).toBe(200)
    expect(repository.git('log', '-1', '--format=%P', 'staging').split(' ')).toHaveLength(2)
    expect((await board.move(12, 'Work')).status).toBe(200)
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect((await board.card(12))?.column).toBe('Main')
    expect(repository.git('log', '--merges', '--format=%H', 'main')).toBe('')
    expect(repository.git('fsck', '--no-dangling')).toBe('')
    await board.close()
  })

  describe('that rebases', () => {
    const columns = [
      { name: 'Work', rule: 'work' },
      { name: 'Main', rule: { branch: 'main', style: 'rebase' } },
      { name: 'Staging', rule: { branch: 'staging' } },
    ]
    const createRebased = () => {
      const repository = createRepository(['staging'])
      repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
      return repository
    }
    const newCommits = (repository: ReturnType<typeof createRebased>, before: string) =>
      repository.git('log', '--reverse', '--format=%an|%cn|%s', `${before}..main`).split('\n')

    test('brings each commit with its author, its date, and its message', async () => {
      const repository = createRebased()
      repository.commit('fix/12', { 'a.txt': '1\n' }, { author: 'Grace', message: 'Add a' })
      const message = 'Add b\n\nWith a reason.\n\nReviewed-by: Eve <eve@example.test>'
      const second = repository.commit('fix/12', { 'b.txt': '1\n' }, { author: 'Ada', message })
      const before = repository.commit('main', { 'c.txt': '1\n' })
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(12, 'Main')).status).toBe(200)
      expect(newCommits(repository, before)).toEqual(['Grace|Owner|Add a', 'Ada|Owner|Add b'])
      const of = (format: string, commit: string) =>
        repository.git('log', '-1', `--format=${format}`, commit)
      expect(of('%ad %ae', 'main')).toBe(of('%ad %ae', second))
      expect(of('%(trailers:only=false,unfold)', 'main')).toMatch(
        /^Reviewed-by: Eve <eve@example\.test>\nTrunkline-Card: 12\nTrunkline-Intent: /,
      )
      expect((await board.card(12))?.column).toBe('Main')
      expect((await board.move(12, 'Staging')).status).toBe(200)
      expect((await board.move(12, 'Work')).status).toBe(200)
      expect(repository.git('ls-tree', '--name-only', 'main')).not.toContain('a.txt')
      expect((await board.move(12, 'Main')).status).toBe(200)
      expect(repository.git('show', 'main:b.txt')).toBe('1')
      expect(repository.git('log', '--merges', '--format=%H', 'main')).toBe('')
      expect(repository.git('fsck', '--no-dangling')).toBe('')
      await board.close()
    })

    test('brings only what came since, also where a commit takes another one back', async () => {
      const repository = createRebased()
      repository.commit('fix/12', { 'a.txt': '1\n' }, { message: 'Add a' })
      repository.commit('fix/12', { 'a.txt': '2\n' }, { message: 'Change a' })
      repository.commit('fix/12', { 'a.txt': '1\n', 'b.txt': '1\n' }, { message: 'Add b' })
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(12, 'Main')).status).toBe(200)
      const before = repository.head('main')
      repository.commit('fix/12', { 'c.txt': '1\n' }, { message: 'Add c' })
      await board.repositories.sync()
      expect((await board.move(12, 'Main')).status).toBe(200)
      expect(newCommits(repository, before)).toEqual(['Ada|Owner|Add c'])
      await board.close()
    })

    test('promotes a card again to whose branch only an empty commit was added', async () => {
      const repository = createRebased()
      repository.commit('fix/12', { 'a.txt': '1\n' }, { message: 'Add a' })
      repository.git('update-ref', 'refs/heads/main', repository.head('main'))
      repository.commit('main', { 'a.txt': '1\n' }, { merging: 'fix/12' })
      const board = await openRepositoryBoard(repository.path)
      expect((await board.card(12))?.column).toBe('Main')
      expect((await board.move(12, 'Work')).status).toBe(200)
      repository.commit('fix/12', {}, { message: 'Trigger the checks' })
      await board.repositories.sync()
      expect((await board.move(12, 'Main')).status).toBe(200)
      expect(repository.git('show', 'main:a.txt')).toBe('1')
      expect((await board.card(12))?.column).toBe('Main')
      await board.close()
    })

    test.each([
      ['🦄', 'Subject\n\nSigned-off-by: A <a@x.test>\n(cherry picked from commit abc)'],
      ['_', 'Subject\n\nTrunkline-Card: 99\nSigned-off-by: A <a@x.test>'],
    ])('keeps the author %s, and the trailers of a message', async (author, message) => {
      const repository = createRebased()
      repository.commit('fix/12', { 'a.txt': '1\n' }, { author, message })
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(12, 'Main')).status).toBe(200)
      const format = '--format=%an%n%(trailers:only=true,unfold)'
      expect(repository.git('log', '-1', format, 'main').split('\n')).toEqual([
        author,
        'Signed-off-by: A <a@x.test>',
        'Trunkline-Card: 12',
        expect.stringMatching(/^Trunkline-Intent: /),
      ])
      await board.close()
    })

    test('leaves out merges, and what the column has already', async () => {
      const repository = createRebased()
      repository.commit('fix/12', { 'a.txt': '1\n' }, { message: 'Add a' })
      repository.commit('main', { 'a.txt': '1\n', 'c.txt': '1\n' })
      repository.commit('fix/12', { 'c.txt': '1\n' }, { merging: 'main' })
      repository.commit('fix/12', { 'b.txt': '1\n' }, { message: 'Add b' })
      const before = repository.head('main')
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(12, 'Main')).status).toBe(200)
      expect(newCommits(repository, before)).toEqual(['Ada|Owner|Add b'])
      await board.close()
    })

    test.each([
      ['one of them conflicts by itself', { 'a.txt': '2\n' }, { 'a.txt': '3\n' }],
      ['a merge among them has changes of its own', {}, { 'd.txt': '1\n' }],
    ])('brings one commit where %s', async (_, onMain, ofMerge) => {
      const repository = createRebased()
      repository.commit('main', { 'a.txt': '0\n' })
      repository.commit('fix/12', { 'a.txt': '1\n', 'b.txt': '1\n' }, { author: 'Grace' })
      repository.commit('main', { ...onMain, 'c.txt': '1\n' })
      const files = { 'c.txt': '1\n', ...ofMerge }
      repository.commit('fix/12', files, { merging: 'main', message: 'Merge main' })
      const before = repository.head('main')
      const board = await openRepositoryBoard(repository.path)
      expect((await board.move(12, 'Main')).status).toBe(200)
      const [only, ...others] = newCommits(repository, before)
      expect([only, others]).toEqual([expect.stringMatching(/\(card 12\)$/), []])
      for (const [name, text] of Object.entries(files)) {
        expect(repository.git('show', `main:${name}`)).toBe(text.trim())
      }
      await board.close()
    })
  })

  test('has the card with the newest commit first, in each column', async () => {
    const repository = createRepository()
    for (const number of [1, 2, 3]) {
      const files = { [`${number}.txt`]: '1\n' }
      repository.commit(`fix/${number}`, files, { daysAgo: 4 - number })
    }
    const board = await openRepositoryBoard(repository.path)
    const order = async (column: string) =>
      (await board.cards()).filter((card) => card.column === column).map(({ number }) => number)
    expect(await order('Work')).toEqual([3, 2, 1])
    repository.commit('fix/1', { '1.txt': '2\n' })
    expect(await order('Work')).toEqual([1, 3, 2])
    for (const number of [2, 3]) await board.move(number, 'Main')
    expect(await order('Main')).toEqual([3, 2])
    await board.close()
  })

  test('names people as .mailmap of the default branch says', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' }, { author: 'Grace' })
    repository.commit('fix/2', { 'two.txt': '1\n', '.mailmap': 'Eve <grace@example.test>\n' })
    repository.commit('fix/2', { 'two.txt': '2\n' }, { author: 'Grace' })
    const board = await openRepositoryBoard(repository.path)
    const people = async () => (await board.cards()).map(({ assignee }) => assignee)
    expect(await people()).toEqual(['Grace', 'Grace'])
    const map = 'Grace Hopper <grace@example.test>\n'
    repository.commit('main', { '.mailmap': map })
    expect(await people()).toEqual(['Grace Hopper', 'Grace Hopper'])
    expect((await board.evidence(1))?.author).toBe('Grace Hopper')
    await board.close()
  })

  test('starts one git process for a sync that finds nothing new', async () => {
    const board = await openRepositoryBoard(createWork().path)
    await board.repositories.sync()
    await board.repositories.previewed()
    await board.repositories.sync()
    const run = vi.spyOn(Git.prototype, 'run')
    await board.repositories.sync()
    expect(run.mock.calls.map(([[command]]) => command)).toEqual(['for-each-ref'])
    run.mockRestore()
    await board.close()
  })

  test('takes title, priority, and labels from the branch when it first sees it, and keeps them', async () => {
    const repository = createRepository()
    const message = 'Draw the chart\n\nPriority: high\nLabel: frontend\nLabel: charts'
    repository.commit('chart', { 'chart.txt': '1' }, { message })
    repository.commit('described', { 'd.txt': '1' })
    repository.git('config', 'branch.described.description', 'What it is for\n\nMore.')
    const board = await openRepositoryBoard(repository.path)
    const [chart, described] = await board.cards()
    expect(chart).toMatchObject({
      title: 'Draw the chart',
      priority: 'high',
      labels: ['frontend', 'charts'],
    })
    expect(described?.title).toBe('What it is for')
    repository.commit('chart', { 'chart.txt': '2' }, { message: 'Other\n\nPriority: low' })
    expect((await board.cards())[0]).toMatchObject({ title: 'Draw the chart', priority: 'high' })
    await board.close()
  })

  test('takes its columns from .board.json on the default branch', async () => {
    const repository = createWork()
    const config = {
      columns: [
        { name: 'In progress', rule: 'work', minRole: 'member' },
        { name: 'Integration', rule: { branch: 'main' }, minRole: 'maintainer' },
      ],
      cards: { branches: ['feature/*'] },
    }
    repository.commit('main', { '.board.json': JSON.stringify(config) })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.load()).map(({ name }) => name)).toEqual(['In progress', 'Integration'])
    expect(board.configChanges).toEqual([])
    expect((await board.cards()).map(({ number }) => number)).toEqual([12])
    const renamed = {
      ...config,
      columns: config.columns.map((c) => ({ ...c, name: `${c.name}!` })),
    }
    repository.commit('main', { '.board.json': JSON.stringify(renamed) })
    const ids = (await board.load()).map(({ statusId }) => statusId)
    expect(board.configChanges).toEqual([
      {
        boardId: Number(board.boardIds[0]),
        repository: expect.stringContaining(repository.path),
        columns: ['work: In progress!, member', 'main: Integration!, maintainer'],
      },
    ])
    repository.commit('main', { '.board.json': '{"columns": []' })
    const broken = await board.load()
    expect(broken.map(({ name }) => name)).toEqual(['In progress!', 'Integration!'])
    expect(broken.map(({ statusId }) => statusId)).toEqual(ids)
    expect(board.problems()).toEqual([text.configBroken(text.configNotJson)])
    expect(board.configChanges).toHaveLength(1)
    // What somebody pushed is no reason to take the service out of use.
    await board.checkReady()
    // A restart keeps the last good one.
    await board.close()
    const again = await openRepositoryBoard(repository.path, {}, board)
    expect((await again.load()).map(({ name }) => name)).toEqual(['In progress!', 'Integration!'])
    await again.close()
  })

  test('keeps the role that the operator requires, whatever the file says or a column is called', async () => {
    const repository = createWork()
    const minRoles = [
      { column: 'Production', role: 'owner' },
      { column: undefined, role: 'member' },
    ]
    const columns = (name: string) => [
      { name: 'Work', rule: 'work', minRole: 'viewer' },
      { name, rule: { branch: 'production' }, minRole: 'viewer' },
    ]
    const commit = (name: string) =>
      repository.commit('main', { '.board.json': JSON.stringify({ columns: columns(name) }) })
    commit('Production')
    const board = await openRepositoryBoard(repository.path, { minRoles })
    expect((await board.load()).map(({ minRole }) => minRole)).toEqual(['member', 'owner'])
    commit('Anywhere')
    expect((await board.load()).map(({ name, minRole }) => [name, minRole])).toEqual([
      ['Work', 'member'],
      ['Anywhere', 'owner'],
    ])
    await board.close()
    const wrong = [{ column: 'Nowhere', role: 'owner' }]
    const again = await openRepositoryBoard(repository.path, { minRoles: wrong })
    expect(again.problems()).toContain(text.minRoleWithoutColumn('Nowhere'))
    await again.close()
  })

  test('says in the API only what git says: a merge made by hand moves the card', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    repository.git('checkout', '--quiet', 'main')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'By hand', 'feature/12-login')
    repository.leave()
    expect((await board.card(12))?.column).toBe('Main')
    // A branch that was merged by a fast-forward had commits of its own when it was seen.
    repository.commit('quick', { 'q.txt': '1' })
    await board.cards()
    repository.git('branch', '--force', 'staging', 'quick')
    expect((await board.cards()).find(({ title }) => title === 'Change quick')?.column).toBe(
      'Staging',
    )
    await board.close()
  })

  test('shows a new branch in Work, also at a commit that another card brought', async () => {
    const repository = createRepository()
    repository.commit('quick', { 'q.txt': '1' })
    const board = await openRepositoryBoard(repository.path)
    repository.git('branch', '--force', 'main', 'quick')
    repository.git('branch', 'fresh', 'quick')
    expect((await board.cards()).map(({ title, column }) => [title, column])).toEqual([
      ['Fresh', 'Work'],
      ['Change quick', 'Main'],
    ])
    await board.close()
  })

  test('keeps the card of a deleted branch until it is in the last stage, or nowhere', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(12, 'Main')).status).toBe(200)
    repository.git('branch', '-D', 'feature/12-login', 'fix/34')
    const columns = async () =>
      (await board.cards()).flatMap(({ number, column }) =>
        number === 35 ? [] : [[number, column]],
      )
    // It may be seen for one sync more.
    await expect.poll(columns).toEqual([[12, 'Main']])
    expect((await board.move(12, 'Staging')).status).toBe(200)
    expect(await columns()).toEqual([[12, 'Staging']])
    expect((await board.move(12, 'Production')).status).toBe(200)
    expect(await columns()).toEqual([])
    // Neither its id nor its number of before is given to another one.
    repository.commit('another', { 'x.txt': '1' })
    const ids = (await board.cards()).map(({ id }) => Number(id))
    expect(Math.max(...ids)).toBeGreaterThan(3)
    await board.close()
  })

  test('keeps the service from being ready while its repository is gone', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const cards = await board.cards()
    renameSync(repository.path, `${repository.path}-gone`)
    await expect.poll(() => board.checkReady().then(String, String)).toContain(repository.path)
    expect(await board.cards()).toEqual(cards)
    renameSync(`${repository.path}-gone`, repository.path)
    await expect.poll(() => board.checkReady().then(String, String)).toBe('undefined')
    await board.close()
  })

  test('changes its version only when the repository changes', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const version = async () => {
      await board.repositories?.sync()
      // What the next moves would do is part of a version.
      await board.repositories.previewed()
      return (await board.call('GET', '/v1/board')).headers.get('ETag')
    }
    const first = await version()
    repository.git('tag', 'unrelated')
    expect(await version()).toBe(first)
    repository.commit('new-work', { 'n.txt': '1' })
    expect(await version()).not.toBe(first)
    await board.close()
  })
})

describe('a promotion', () => {
  test('is a merge by the key, with the card and the intent in its message', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const before = repository.head('main')
    expect((await board.move(12, 'Main')).status).toBe(200)
    expect((await board.card(12))?.column).toBe('Main')
    expect(repository.git('log', '-1', '--format=%an|%s|%P', 'main')).toBe(
      `Owner|Merge feature/12-login into main (card 12)|${before} ${repository.head('feature/12-login')}`,
    )
    const trailers = repository.git('log', '-1', '--format=%(trailers)', 'main')
    expect(trailers).toMatch(/^Trunkline-Card: 12\nTrunkline-Intent: [\w-]{36}$/)
    expect(repository.git('show', 'main:login.txt')).toBe('2')
    expect(repository.git('fsck', '--strict')).not.toMatch(/error|missing|broken/)
    await board.close()
  })

  test('passes through every stage on the way, or through none', async () => {
    const repository = createWork()
    repository.commit('staging', { 'login.txt': 'taken' })
    const board = await openRepositoryBoard(repository.path)
    const before = ['main', 'staging', 'production'].map((name) => repository.head(name))
    const refused = await board.move(12, 'Production')
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'promotion_refused', refusal: 'conflicts' },
    })
    expect(refused.body.reason).toBe(text.conflicts('staging', ['login.txt'], 0))
    expect(['main', 'staging', 'production'].map((name) => repository.head(name))).toEqual(before)
    repository.git('branch', '--force', 'staging', 'staging~1')
    expect((await board.move(12, 'Production')).status).toBe(200)
    const head = repository.head('feature/12-login')
    for (const stage of ['main', 'staging', 'production']) {
      expect([stage, repository.isAncestor(head, stage)]).toEqual([stage, true])
    }
    await board.close()
  })

  test('of a branch without a commit of its own has nothing to merge', async () => {
    const board = await openRepositoryBoard(createWork().path)
    const { status, body } = await board.move(35, 'Main')
    expect([status, body.refusal, body.reason]).toEqual([
      409,
      'nothing_to_merge',
      text.nothingToMerge('main'),
    ])
    await board.close()
  })

  test('is rejected with the path when a stage is checked out, unless the work tree may follow', async () => {
    const repository = createWork()
    repository.git('checkout', '--quiet', 'main')
    const board = await openRepositoryBoard(repository.path)
    const { status, body } = await board.move(12, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'branch_checked_out',
      text.checkedOut('main', repository.path),
    ])
    await board.close()
    const following = await openRepositoryBoard(repository.path, { updateWorkTree: true }, board)
    writeFileSync(join(repository.path, 'shared.txt'), 'not committed')
    const dirty = await following.move(12, 'Main')
    expect(dirty.body.detail).toBe(text.workTreeDirty('main', repository.path))
    repository.git('checkout', '--quiet', '--', 'shared.txt')
    expect((await following.move(12, 'Main')).status).toBe(200)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(execFileSync('cat', [join(repository.path, 'login.txt')]).toString()).toBe('2')
    await following.close()
  })

  test('is rejected with the file when somebody else holds the lock of a branch', async () => {
    const repository = createWork()
    const lock = join(repository.path, '.git/refs/heads/main.lock')
    writeFileSync(lock, '')
    const board = await openRepositoryBoard(repository.path)
    const { status, body } = await board.move(12, 'Main')
    expect([status, body.code, body.detail]).toEqual([409, 'repository_locked', text.locked(lock)])
    expect((await board.card(12))?.column).toBe('Work')
    await board.close()
  })

  test('is left out of the history twice when two people ask at the same time', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const results = await Promise.all([board.move(12, 'Main'), board.move(12, 'Main')])
    expect(results.map(({ status }) => status).sort()).not.toContain(500)
    const merges = repository.git('rev-list', '--merges', '--count', 'main')
    expect(merges).toBe('1')
    expect((await board.card(12))?.column).toBe('Main')
    await board.close()
  })
})

test('the first column says after how many days without a commit its cards may be folded', async () => {
  const repository = createRepository([])
  repository.commit('fix/12', { 'a.txt': '1\n' }, { daysAgo: 400 })
  const board = await openRepositoryBoard(repository.path)
  const days = async () => (await board.load()).map(({ hideAfterDays }) => hideAfterDays)
  expect(await days()).toEqual([180, undefined])
  const columns = [
    { name: 'Work', rule: 'work' },
    { name: 'Main', rule: { branch: 'main' } },
  ]
  const config = { columns, cards: { hideAfterDays: 30 } }
  repository.commit('main', { '.board.json': JSON.stringify(config) })
  expect(await days()).toEqual([30, undefined])
  await board.close()
})
