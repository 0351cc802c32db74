import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { NotesReader } from '#service/repository/checks/notes-reader.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

/** Two cards that conflict with main, and two that don't. */
function createWork(): GitRepository {
  const repository = createRepository(['staging'])
  repository.commit('fix/1', { 'shared.txt': 'one\n' })
  repository.commit('fix/2', { 'shared.txt': 'two\n' })
  repository.commit('fix/3', { 'three.txt': '3\n' })
  repository.commit('fix/4', { 'four.txt': '4\n' })
  repository.commit('main', { 'shared.txt': 'main\n' })
  return repository
}

/** A file for the columns, with how promotions are checked. */
function configWith(checks: object): Record<string, string> {
  const columns = [
    { name: 'Work', rule: 'work', minRole: 'member' },
    { name: 'Main', rule: { branch: 'main' }, minRole: 'member' },
  ]
  return { '.board.json': JSON.stringify({ columns, checks }) }
}

const CONFLICTS = text.conflicts('main', ['shared.txt'], 0)

describe('a refusal', () => {
  test('stays while other cards move, and after a push that changes nothing about it', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    for (const number of [1, 2]) expect((await board.move(number, 'Main')).status).toBe(409)
    for (const number of [3, 4]) expect((await board.move(number, 'Main')).status).toBe(200)
    repository.commit('main', { 'other.txt': '1\n' })
    expect([await board.blocked(1), await board.blocked(2)]).toEqual([CONFLICTS, CONFLICTS])
    repository.commit('fix/1', { 'more.txt': '1\n' })
    expect(await board.blocked(1)).toBe(CONFLICTS)
    await board.close()
  })

  test('isn’t disproved by what was read before it', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.blocked(3)
    // A look in the background has read that there are no notes, and goes on after the move.
    const read = NotesReader.prototype.read
    let goOn: () => void = () => undefined
    const goesOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const spy = vi.spyOn(NotesReader.prototype, 'read')
    const hasRead = new Promise<void>((resolve) => {
      spy.mockImplementationOnce(async function (this: NotesReader, ...args) {
        const notes = await read.apply(this, args)
        resolve()
        await goesOn
        return notes
      })
    })
    onTestFinished(() => spy.mockRestore())
    repository.commit('main', { 'other.txt': '1\n' })
    await board.load()
    await hasRead
    repository.git('notes', '--ref', 'checks', 'add', '-m', 'unit: failure', 'fix/3')
    const { status, body } = await board.move(3, 'Main')
    expect(status).toBe(409)
    goOn()
    expect(await board.blocked(3)).toBe(body.reason)
    await board.close()
  })

  test('says since when, whose move it was, and when it was tried again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T09:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    const [head, refusal] = [
      repository.head('fix/1'),
      async () => (await board.evidence(1))?.refusal,
    ]
    expect(await refusal()).toBeUndefined()
    await board.move(1, 'Main')
    const first = { by: 'Owner', head, at: '2026-05-04T09:00:00.000Z' }
    expect(await refusal()).toEqual(first)
    vi.setSystemTime('2026-05-04T10:00:00Z')
    expect(await refusal()).toEqual(first)
    repository.commit('main', { 'other.txt': '1\n' })
    await board.blocked(1)
    const tried = { ...first, triedAt: '2026-05-04T10:00:00.000Z' }
    expect(await refusal()).toEqual(tried)
    vi.setSystemTime('2026-05-04T11:00:00Z')
    expect(await refusal()).toEqual(tried)
    repository.commit('main', { 'shared.txt': 'start\n' })
    await board.blocked(1)
    expect(await refusal()).toBeUndefined()
    await board.close()
  })

  test('goes when the same move would pass: after a push to the branch, or to the stage', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    for (const number of [1, 2]) await board.move(number, 'Main')
    repository.git('checkout', '--quiet', 'fix/1')
    repository.git('merge', '--quiet', '--strategy', 'ours', '-m', 'Merge main', 'main')
    repository.leave()
    expect([await board.blocked(1), await board.blocked(2)]).toEqual([undefined, CONFLICTS])
    repository.commit('main', { 'shared.txt': 'start\n' })
    expect(await board.blocked(2)).toBeUndefined()
    expect((await board.move(2, 'Main')).status).toBe(200)
    await board.close()
  })

  test('of a move over several stages is about all of them', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/1', { 'shared.txt': 'one\n' })
    repository.commit('staging', { 'shared.txt': 'staging\n' })
    const board = await openRepositoryBoard(repository.path)
    const reason = text.conflicts('staging', ['shared.txt'], 0)
    expect((await board.move(1, 'Staging')).body.reason).toBe(reason)
    repository.commit('main', { 'other.txt': '1\n' })
    expect(await board.blocked(1)).toBe(reason)
    repository.commit('staging', { 'shared.txt': 'start\n' })
    expect(await board.blocked(1)).toBeUndefined()
    await board.close()
  })

  test('stays after a restart', async () => {
    const repository = createWork()
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    await board.close()
    const again = await openRepositoryBoard(repository.path, {}, board)
    await again.repositories.previewed()
    expect((await again.card(1))?.blocked).toBe(CONFLICTS)
    await again.close()
  })

  test('for red checks goes when the checks are green, and not before', async () => {
    const repository = createRepository(['staging'])
    const checks = { notes: 'refs/notes/checks', required: ['unit'] }
    repository.commit('main', configWith(checks))
    repository.commit('fix/1', { 'one.txt': '1\n' })
    const note = (line: string) =>
      repository.git('notes', '--ref', 'checks', 'add', '-f', '-m', line, 'fix/1')
    note('unit: failure')
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    const red = text.checkRed('unit', '')
    expect(await board.blocked(1)).toBe(red)
    repository.commit('fix/1', { 'one.txt': '2\n' })
    expect(await board.blocked(1)).toBe(red)
    note('unit: pending')
    expect(await board.blocked(1)).toBe(red)
    note('unit: success')
    expect(await board.blocked(1)).toBeUndefined()
    await board.close()
  })

  test('of a check command stays, because it can’t be tried: the move itself takes it away', async () => {
    const repository = createRepository(['staging'])
    const checks = { command: ['test', '-e', 'green.txt'] }
    repository.commit('main', configWith(checks))
    repository.commit('fix/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    await board.move(1, 'Main')
    const red = text.commandFailed('test -e green.txt', 1)
    await expect.poll(() => board.blocked(1)).toBe(red)
    repository.commit('fix/1', { 'green.txt': '1\n' })
    expect(await board.blocked(1)).toBe(red)
    await board.move(1, 'Main')
    await expect.poll(async () => (await board.card(1))?.column).toBe('Main')
    expect(await board.blocked(1)).toBeUndefined()
    await board.close()
  })
})
