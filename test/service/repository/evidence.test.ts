import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RepositoryBody } from '#contract/schemas/card-schema.ts'
import { SPECIAL_CARDS } from '#service/demo/demo-history.ts'
import { messages } from '#service/messages/messages.ts'
import { Git } from '#service/repository/git/git.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { COLUMNS, createChecked } from '#test/support/checked-repository.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory, startBoard } from '#test/support/start-board.ts'

test('a push after which each move would do the same changes the board once', async () => {
  const repository = createRepository()
  repository.commit('fix/1', { 'one.txt': '1\n' })
  const board = await openRepositoryBoard(repository.path)
  const version = async () => (await board.call('GET', '/v1/board')).headers.get('ETag')
  await board.evidence(1)
  repository.commit('main', { 'main.txt': '1\n' })
  await board.repositories.sync()
  const synced = await version()
  await board.repositories.previewed()
  expect(await version()).toBe(synced)
  await board.close()
})

test('what older rules decided by the history of a stage is asked again', async () => {
  const repository = createRepository([])
  repository.commit('main', { 'code.txt': 'first\n' })
  repository.commit('fix/1', { 'code.txt': 'one\n' })
  repository.commit('main', { 'code.txt': 'one\n' })
  repository.commit('main', { 'code.txt': 'later\n' })
  const given = { data: createDataDirectory(), secret: '', databaseUrl: undefined }
  const board = await openRepositoryBoard(repository.path, {}, given)
  expect((await board.card(1))?.column).toBe('Main')
  await board.close()
  const database = await openDatabase({ type: 'directory', path: given.data, exclusive: false })
  const { stage_facts: facts } = await database.db
    .selectFrom('branches')
    .select('stage_facts')
    .executeTakeFirstOrThrow()
  const older = facts?.replace('"present"', '"absent"').replace(/ \d+"/, '"')
  expect(older).not.toBe(facts?.replace('"present"', '"absent"'))
  await database.db.updateTable('branches').set({ stage_facts: older }).execute()
  await database.close()
  const again = await openRepositoryBoard(repository.path, {}, { ...given, secret: board.secret })
  expect((await again.card(1))?.column).toBe('Main')
  await again.close()
})

test('a restart tries no move again that was tried before', async () => {
  const repository = createRepository()
  repository.commit('fix/1', { 'one.txt': '1\n' })
  repository.commit('fix/2', { 'two.txt': '1\n' }, { from: 'fix/1' })
  const board = await openRepositoryBoard(repository.path)
  const before = await board.evidence(2)
  expect(before?.next?.others).toEqual([{ number: 1, effect: 'brings' }])
  await board.close()
  const run = vi.spyOn(Git.prototype, 'run')
  onTestFinished(() => run.mockRestore())
  const merges = () => run.mock.calls.filter(([args]) => args.includes('merge-tree')).length
  const again = await openRepositoryBoard(repository.path, {}, board)
  expect(await again.evidence(2)).toEqual(before)
  expect(merges()).toBe(0)
  repository.commit('main', { 'main.txt': '1\n' })
  expect((await again.evidence(2))?.next).toEqual(before?.next)
  expect(merges()).toBeGreaterThan(0)
  await again.close()
})

describe('what a card is made of', () => {
  test('is its branch, its newest commit, and why it is in its column', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/12-login', { 'login.txt': '1\n' })
    const head = repository.commit('fix/12-login', { 'login.txt': '2\n' }, { author: 'Bo' })
    const time = new Date(Number(repository.git('log', '-1', '--format=%ct', head)) * 1_000)
    const board = await openRepositoryBoard(repository.path)
    expect(await board.evidence(12)).toEqual({
      branch: 'fix/12-login',
      head,
      isDeleted: false,
      commits: 2,
      committedAt: time.toISOString(),
      author: 'Bo',
      placedBy: 'work',
      checks: [],
      next: { statusId: expect.any(String), result: 'clean' },
    })
    await board.move(12, 'Main')
    expect(await board.evidence(12)).toMatchObject({
      commits: 2,
      placedBy: 'ancestry',
      placedAt: repository.head('main'),
      next: { result: 'clean' },
    })
    repository.git('checkout', '--quiet', 'staging')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge main', 'main')
    repository.leave()
    repository.git('branch', '-D', 'fix/12-login')
    repository.commit('main', { 'other.txt': '1\n' })
    expect(await board.evidence(12)).toBeUndefined()
    await board.close()
  })

  test('says by which commit a stage has it, or has it no more', async () => {
    const repository = createRepository(['staging', 'production'])
    repository.commit('card/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    const squash = repository.commit('main', { 'one.txt': '1\n' }, { message: 'Squash one' })
    const seconds = Number(repository.git('log', '-1', '--format=%ct', squash))
    expect(await board.evidence(1)).toMatchObject({
      placedBy: 'content',
      placedAt: squash,
      enteredAt: new Date(seconds * 1_000).toISOString(),
    })
    repository.git('checkout', '--quiet', 'main')
    repository.git('revert', '--no-edit', squash)
    repository.leave()
    const revert = repository.head('main')
    const back = await board.evidence(1)
    expect(back).toMatchObject({ placedBy: 'work', revertedBy: revert })
    expect(back?.enteredAt).toBeUndefined()
    await board.close()
  })

  test('keeps a deleted branch, and the merge of a whole stage', async () => {
    const repository = createRepository(['staging', 'production'])
    repository.commit('card/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    repository.commit('main', { 'two.txt': '1\n' })
    repository.git('checkout', '--quiet', 'staging')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge main', 'main')
    repository.leave()
    const brought = repository.head('staging')
    repository.commit('main', { 'three.txt': '1\n' })
    repository.git('checkout', '--quiet', 'staging')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge main again', 'main')
    repository.leave()
    repository.git('branch', '-D', 'card/1')
    expect(await board.evidence(1)).toMatchObject({
      isDeleted: true,
      commits: 1,
      placedBy: 'ancestry',
      placedAt: brought,
      next: { result: 'clean' },
    })
    await board.close()
  })
})

describe('what the next move would do', () => {
  test('names the files of a conflict, and changes when the stage does', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'shared.txt': 'card\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(1))?.next?.result).toBe('clean')
    const before = repository.git('count-objects')
    repository.commit('main', { 'shared.txt': 'main\n' })
    const next = { result: 'conflicts', detail: 'shared.txt' }
    expect((await board.evidence(1))?.next).toMatchObject(next)
    repository.git('update-ref', 'refs/heads/main', 'main^')
    expect((await board.evidence(1))?.next?.result).toBe('clean')
    expect(repository.git('count-objects')).not.toBe(before)
    expect(repository.git('fsck', '--no-dangling')).toBe('')
    await board.close()
  })

  test('says which commit of the next column it conflicts with, and which card that brought', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'shared.txt': 'one\n', 'one.txt': '1\n' })
    repository.commit('card/2', { 'shared.txt': 'two\n' })
    repository.commit('card/3', { 'shared.txt': 'three\n', 'other.txt': 'three\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(2))?.next).toEqual({
      statusId: expect.any(String),
      result: 'clean',
    })
    await board.move(1, 'Main')
    const merge = repository.git('rev-parse', 'main')
    const against = { commit: merge, author: expect.any(String), number: 1 }
    const next = { result: 'conflicts', branch: 'main', against }
    expect((await board.evidence(2))?.next).toMatchObject(next)
    // A later commit that has nothing to do with it.
    repository.commit('main', { 'unrelated.txt': 'x\n' })
    expect((await board.evidence(2))?.next?.against).toMatchObject(against)
    // Later ones of its files come before. This one is of no card.
    const direct = repository.commit('main', { 'other.txt': 'main\n' }, { author: 'Mei' })
    expect((await board.evidence(3))?.next?.against).toEqual({
      commit: direct,
      author: 'Mei',
      at: expect.any(String),
    })
    expect((await board.evidence(2))?.next?.against).toMatchObject(against)
    await board.close()
  })

  test('names the card of a squash, also once its branch is deleted', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'shared.txt': 'one\n' })
    repository.commit('card/2', { 'shared.txt': 'two\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.evidence(1)
    const squash = repository.commit('main', { 'shared.txt': 'one\n' })
    repository.git('branch', '-D', 'card/1')
    expect((await board.evidence(2))?.next?.against).toMatchObject({ commit: squash, number: 1 })
    await board.close()
  })

  test('is nothing for a branch without commits, and not there in the last column', async () => {
    const repository = createRepository(['staging'])
    repository.git('branch', 'card/1', 'main')
    repository.commit('card/2', { 'two.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(1))?.next?.result).toBe('nothing_to_merge')
    await board.move(2, 'Staging')
    const last = await board.evidence(2)
    expect(last?.placedBy).toBe('ancestry')
    expect(last?.next).toBeUndefined()
    await board.close()
  })

  test('counts red and pending checks, with each check and its state', async () => {
    const { repository, note } = createChecked({ required: ['unit'] })
    const board = await openRepositoryBoard(repository.path)
    expect(await board.evidence(7)).toMatchObject({
      checks: [{ name: 'unit', state: 'pending' }],
      next: { result: 'checks_pending', detail: 'unit' },
    })
    note('unit: failure 3 tests failed – twice\nlint: success')
    expect(await board.evidence(7)).toMatchObject({
      checks: [
        { name: 'unit', state: 'failure', detail: '3 tests failed – twice' },
        { name: 'lint', state: 'success' },
      ],
      next: { result: 'checks_red', detail: 'unit' },
    })
    note('unit: success')
    expect((await board.evidence(7))?.next?.result).toBe('clean')
    note('no state at all')
    expect((await board.evidence(7))?.next?.result).toBe('checks_red')
    await board.close()
  })

  test('counts only notes by trusted authors', async () => {
    const trustedAuthors = ['ci@example.test']
    const { repository, head } = createChecked({ required: ['unit'], trustedAuthors })
    const args = ['notes', '--ref', 'checks', 'add', '-f', '-m', 'unit: success', head]
    repository.gitAs('eve@example.test', ...args)
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(7))?.next?.result).toBe('checks_pending')
    repository.git('notes', '--ref', 'checks', 'remove', head)
    repository.gitAs('ci@example.test', ...args)
    expect((await board.evidence(7))?.next?.result).toBe('clean')
    await board.close()
  })

  test('is what a promotion brings back after a revert', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    await board.move(1, 'Work')
    const objects = repository.git('count-objects')
    expect((await board.evidence(1))?.next?.result).toBe('clean')
    expect(repository.git('count-objects')).toBe(objects)
    repository.commit('main', { 'one.txt': 'other\n' })
    expect((await board.evidence(1))?.next).toMatchObject({
      result: 'conflicts',
      detail: 'one.txt',
    })
    // git's own merge has nothing to do: what conflicts was taken back.
    expect((await board.evidence(1))?.next?.branch).toBeUndefined()
    await board.close()
  })

  test('is left out right after a move, until it is known again', async () => {
    const repository = createRepository(['staging', 'production'])
    repository.commit('card/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.evidence(1)
    const { body } = await board.move(1, 'Main')
    expect(body.repository).toMatchObject({ branch: 'card/1', commits: 1 })
    expect(body.repository.next).toBeUndefined()
    await board.close()
  })
})

describe('a column of releases', () => {
  const config = (web?: object) =>
    JSON.stringify({
      columns: [...COLUMNS, { name: 'Released', rule: { tag: 'v*' }, minRole: 'viewer' }],
      web,
    })

  function createReleased() {
    const repository = createRepository(['staging'])
    repository.commit('main', { '.board.json': config() })
    repository.commit('card/1', { 'one.txt': '1\n' })
    repository.commit('card/2', { 'two.txt': '1\n' })
    return repository
  }

  test('has the cards of the newest version, each with the first release that has it', async () => {
    const repository = createReleased()
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Staging')
    repository.git('tag', 'v1.9.0', 'staging')
    // An older version that sorts behind it as text, and one that doesn’t match.
    repository.git('tag', 'v1.9.0-rc1', 'main^')
    repository.git('tag', 'nightly', 'card/2')
    expect((await board.card(1))?.column).toBe('Released')
    expect(await board.evidence(1)).toMatchObject({ placedBy: 'ancestry', release: 'v1.9.0' })
    await board.move(2, 'Staging')
    repository.git('tag', '-a', '-m', 'Ten', 'v1.10.0', 'staging')
    expect(await board.evidence(2)).toMatchObject({ release: 'v1.10.0' })
    expect(await board.evidence(1)).toMatchObject({ release: 'v1.9.0' })
    expect((await board.evidence(1))?.next).toBeUndefined()
    repository.git('tag', '-d', 'v1.9.0')
    expect(await board.evidence(1)).toMatchObject({ release: 'v1.10.0' })
    await board.close()
  })

  test('is for nobody, and says why', async () => {
    const repository = createReleased()
    const board = await openRepositoryBoard(repository.path)
    const reason = messages.repository.releasesMove('v*')
    expect((await board.load()).map((column) => column.lockedReason)).toEqual([
      undefined,
      undefined,
      undefined,
      reason,
    ])
    const { status, body } = await board.move(1, 'Released')
    expect([status, body.code, body.detail]).toEqual([409, 'column_locked', reason])
    await board.move(1, 'Staging')
    repository.git('tag', 'v1', 'staging')
    expect((await board.card(1))?.column).toBe('Released')
    const back = await board.move(1, 'Work')
    expect([back.status, back.body.detail]).toEqual([409, messages.repository.released('v1')])
    expect((await board.card(1))?.column).toBe('Released')
    await board.close()
  })

  test('keeps its place between branches, which cards pass', async () => {
    const repository = createRepository(['staging'])
    const [work, main, staging] = COLUMNS
    const columns = [work, main, { name: 'Beta', rule: { tag: 'beta-*' } }, staging]
    repository.commit('main', { '.board.json': JSON.stringify({ columns }) })
    repository.commit('card/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(1, 'Staging')).status).toBe(200)
    expect((await board.card(1))?.column).toBe('Staging')
    expect((await board.move(1, 'Main')).status).toBe(200)
    expect((await board.card(1))?.column).toBe('Main')
    await board.close()
  })

  test('is fetched from a remote', async () => {
    const origin = createReleased()
    const board = await openRepositoryBoard(`file://${origin.path}`)
    await board.move(1, 'Staging')
    origin.git('tag', 'v1', 'staging')
    expect((await board.card(1))?.column).toBe('Released')
    origin.git('tag', '-d', 'v1')
    expect((await board.card(1))?.column).toBe('Staging')
    await board.close()
  })

  test('and the links of the host are on the board', async () => {
    const repository = createReleased()
    const web = { branch: 'https://git.example/tree/{branch}' }
    const board = await openRepositoryBoard(repository.path)
    expect((await (await board.call('GET', '/v1/board')).json()).web).toBeUndefined()
    repository.commit('main', { '.board.json': config(web) })
    await board.load()
    expect((await (await board.call('GET', '/v1/board')).json()).web).toEqual(web)
    await board.close()
  })
})

test('the demo shows every kind of card', async () => {
  const board = await startBoard([], createDataDirectory(), { BOARD_SCRIPTED_DEMO: '' })
  const load = async () => {
    const headers = { Authorization: `Bearer ${board.keys.maintainer}` }
    const { columns } = await (await fetch(`${board.url}v1/board`, { headers })).json()
    const tasks = (columns as { name: string; tasks: DemoTask[] }[]).flatMap(({ name, tasks }) =>
      tasks.map((task) => ({ ...task, column: name })),
    )
    return new Map(tasks.map((task) => [task.number, task]))
  }
  const { squashed, reverted, partly, empty, conflicting, checksRed, checksRunning } = SPECIAL_CARDS
  await expect.poll(async () => (await load()).get(conflicting)?.repository.next).toBeDefined()
  const cards = await load()
  const of = (number: number) => cards.get(number)?.repository
  expect(of(squashed)).toMatchObject({ placedBy: 'content', next: { result: 'clean' } })
  expect(of(reverted)).toMatchObject({ placedBy: 'work', revertedBy: expect.any(String) })
  const file = expect.stringMatching(/^test\//)
  expect(of(partly)).toMatchObject({ placedBy: 'work', partly: [{ files: [file] }] })
  expect(of(empty)?.next?.result).toBe('nothing_to_merge')
  expect(cards.get(108)?.column).toBe('Review')
  expect(of(conflicting)?.next?.result).toBe('conflicts')
  expect(of(checksRed)?.next?.result).toBe('checks_red')
  expect(of(checksRunning)?.next?.result).toBe('checks_pending')
  const released = [...cards.values()].filter(({ column }) => column === 'Released')
  expect(new Set(released.map(({ repository }) => repository.release))).toEqual(
    new Set(['v1.0.0', 'v1.1.0']),
  )
  const month = 30 * 86_400_000
  const isStale = ({ repository }: DemoTask) =>
    Date.now() - Date.parse(repository.committedAt ?? '') > month
  expect([...cards.values()].some(isStale)).toBe(true)
  await board.stop()
})

interface DemoTask {
  number: number
  repository: RepositoryBody
}
