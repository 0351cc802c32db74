import { afterEach, describe, expect, test, vi } from 'vitest'
import { FactFinder } from '#service/repository/contents/find-facts.ts'
import { Judge } from '#service/repository/contents/judge.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const IDLE = Array.from({ length: 100 }, (_, index) => `idle/${index + 1}-idle`)

/** A board so large that it's shown before it's known where its cards are. */
function createLarge(): GitRepository {
  const repository = createRepository(['staging', 'production', ...IDLE])
  repository.commit('fix/201', { 'one.txt': '1\n' }, { message: 'Mend the first' })
  repository.commit('fix/202', { 'two.txt': '2\n' })
  repository.commit('fix/203', { 'three.txt': '3\n' })
  repository.commit('fix/204', { 'four.txt': '4\n' })
  repository.git('checkout', '--quiet', 'main')
  repository.git('merge', '--quiet', '--no-ff', 'fix/202')
  repository.commit('main', { 'three.txt': '3\n' }, { message: 'Squash (#203)' })
  repository.git('reset', '--quiet', '--hard')
  repository.git('merge', '--quiet', '--no-ff', 'fix/204')
  repository.git('revert', '--no-edit', '-m', '1', 'HEAD')
  repository.leave()
  return repository
}

/** Holds the search for the changes of cards until it's released. */
function holdSearch(): () => void {
  const { find } = FactFinder.prototype
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(FactFinder.prototype, 'find').mockImplementation(async function (
    this: FactFinder,
    ...args
  ) {
    await released
    return find.apply(this, args)
  })
  return release
}

/** Without a sync. */
async function readBoard(board: Pick<Awaited<ReturnType<typeof openRepositoryBoard>>, 'call'>) {
  const { columns, problem } = await (await board.call('GET', '/v1/board')).json()
  const cards = columns.flatMap(({ name, tasks }: { name: string; tasks: Task[] }) =>
    tasks.map(({ number, title, repository }) => ({
      number,
      title,
      column: name,
      placedBy: repository.placedBy,
    })),
  ) as { number: number; title: string; column: string; placedBy: string }[]
  return { problem, cards: cards.filter(({ number }) => number > 200) }
}

interface Task {
  number: number
  title: string
  repository: { placedBy: string }
}

/** The cards whose moves the store has on record. */
async function movesOf({
  data,
  databaseUrl: url,
}: {
  data: string
  databaseUrl: string | undefined
}) {
  const database = await openDatabase(
    url === undefined
      ? { type: 'directory', path: data, exclusive: false }
      : { type: 'postgres', url },
  )
  const moves = database.db.selectFrom('audit').select('subject').where('action', '=', 'card.move')
  const targets = (await moves.execute()).map(({ subject }) => subject)
  await database.close()
  return targets.sort()
}

function titleOf(cards: readonly { number: number; title: string }[], wanted: number) {
  return cards.find(({ number }) => number === wanted)?.title
}

function columnsOf(cards: readonly { number: number; column: string }[]) {
  return Object.fromEntries(cards.map(({ number, column }) => [number, column]))
}

describe('a large board', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is shown by its ancestry, which says so, and then as it is, which is no move', async () => {
    const release = holdSearch()
    const forget = vi.spyOn(Judge.prototype, 'forget')
    const board = await openRepositoryBoard(createLarge().path)
    const before = await readBoard(board)
    expect(before.problem).toContain('looking for the changes of 104 new cards')
    expect(columnsOf(before.cards)).toEqual({ 201: 'Work', 202: 'Main', 203: 'Work', 204: 'Main' })
    expect(new Set(before.cards.map(({ placedBy }) => placedBy))).toEqual(new Set(['unknown']))
    expect(titleOf(before.cards, 201)).toBe('Mend the first')
    expect(titleOf(before.cards, 203)).toBe('Change fix/203')
    release()
    await board.repositories.sync()
    const after = await readBoard(board)
    expect(after.problem).toBeUndefined()
    expect(columnsOf(after.cards)).toEqual({ 201: 'Work', 202: 'Main', 203: 'Main', 204: 'Work' })
    expect(Object.fromEntries(after.cards.map((card) => [card.number, card.placedBy]))).toEqual({
      201: 'work',
      202: 'ancestry',
      203: 'content',
      204: 'work',
    })
    expect(titleOf(after.cards, 201)).toBe('Mend the first')
    expect(titleOf(after.cards, 203)).toBe('Squash')
    expect(await movesOf(board)).toEqual([])
    // What it took is no longer in memory.
    await board.repositories.sync()
    expect(forget).toHaveBeenCalledTimes(1)
    await board.close()
  })

  test('refuses moves with the reason until it knows where the cards are', async () => {
    const release = holdSearch()
    const board = await openRepositoryBoard(createLarge().path, { moveDeadlineMs: 8_000 })
    const { columns } = await (await board.call('GET', '/v1/board')).json()
    const statusId = columns[1].statusId
    const early = await board.call('PATCH', '/v1/cards/201', { statusId })
    expect(early.status).toBe(503)
    expect(JSON.stringify(await early.json())).toContain('still looking')
    release()
    expect((await board.move(201, 'Main')).status).toBe(200)
    await board.close()
  })

  test('that ends before it knows where the cards are finds them after the next start', async () => {
    const repository = createLarge()
    const data = createDataDirectory()
    const given = { data, secret: '', databaseUrl: undefined }
    const release = holdSearch()
    const board = await openRepositoryBoard(repository.path, {}, given)
    const closed = board.close()
    release()
    await closed
    const database = await openDatabase({ type: 'directory', path: data, exclusive: false })
    const row = await database.db.selectFrom('repositories').select('problem').executeTakeFirst()
    expect(row?.problem).toContain('looking for the changes')
    await database.close()
    const again = await openRepositoryBoard(repository.path, {}, { ...given, secret: board.secret })
    await again.repositories.sync()
    const { cards } = await readBoard(again)
    expect(columnsOf(cards)).toEqual({ 201: 'Work', 202: 'Main', 203: 'Main', 204: 'Work' })
    await again.close()
  })

  test('whose first sync fails is synced again by the next loads', async () => {
    vi.spyOn(FactFinder.prototype, 'find').mockRejectedValueOnce(new Error('out of memory'))
    const board = await openRepositoryBoard(createLarge().path)
    const columns = async () => columnsOf((await readBoard(board)).cards)
    await expect
      .poll(columns, { timeout: 20_000 })
      .toEqual({ 201: 'Work', 202: 'Main', 203: 'Main', 204: 'Work' })
    await board.close()
  })

  test('shows its last state after a restart, and moves what has changed since', async () => {
    const repository = createLarge()
    const given = { data: createDataDirectory(), secret: '', databaseUrl: undefined }
    const board = await openRepositoryBoard(repository.path, {}, given)
    await board.repositories.sync()
    await board.close()
    repository.git('branch', '-f', 'staging', 'main')
    const release = holdSearch()
    const again = await openRepositoryBoard(repository.path, {}, { ...given, secret: board.secret })
    const before = await readBoard(again)
    expect(before.problem).toContain('reading what has changed')
    expect(columnsOf(before.cards)).toEqual({ 201: 'Work', 202: 'Main', 203: 'Main', 204: 'Work' })
    release()
    await again.repositories.sync()
    const after = await readBoard(again)
    expect(after.problem).toBeUndefined()
    expect(columnsOf(after.cards)).toEqual({
      201: 'Work',
      202: 'Staging',
      203: 'Staging',
      204: 'Work',
    })
    expect(await movesOf(again)).toEqual(['card 202', 'card 203'])
    await again.close()
  })
})
