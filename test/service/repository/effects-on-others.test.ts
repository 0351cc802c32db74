import { describe, expect, test } from 'vitest'
import { createRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

describe('before a move, the board says what it does to other cards', () => {
  test('a stacked card brings the one below it, and then it has', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' })
    repository.commit('fix/2', { 'two.txt': '2\n' }, { from: 'fix/1' })
    repository.commit('fix/3', { 'three.txt': '3\n' })
    const board = await openRepositoryBoard(repository.path)
    const next = async (number: number) => (await board.evidence(number))?.next
    expect((await next(1))?.others).toBeUndefined()
    expect((await next(3))?.others).toBeUndefined()
    expect(await next(2)).toMatchObject({
      result: 'clean',
      others: [{ number: 1, effect: 'brings' }],
    })
    await board.move(2, 'Main')
    expect((await board.card(1))?.column).toBe('Main')
    await board.close()
  })

  test('a part of a card is said as a part', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' })
    const first = repository.head('fix/1')
    repository.commit('fix/1', { 'more.txt': '1\n' })
    repository.commit('fix/2', { 'two.txt': '2\n' }, { from: first })
    const board = await openRepositoryBoard(repository.path)
    expect((await board.evidence(2))?.next?.others).toEqual([{ number: 1, effect: 'brings_part' }])
    await board.move(2, 'Main')
    expect((await board.evidence(1))?.partly).toMatchObject([{ files: ['more.txt'] }])
    await board.close()
  })

  test('a card that reverts another one takes it back', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' })
    repository.commit('fix/4', { 'four.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    await board.move(4, 'Main')
    repository.git('checkout', '--quiet', '-b', 'fix/5', 'main')
    repository.git('rm', '--quiet', 'one.txt')
    repository.git('commit', '--quiet', '-m', 'Do without it')
    repository.leave()
    expect((await board.evidence(5))?.next).toMatchObject({
      result: 'clean',
      others: [{ number: 1, effect: 'takes' }],
    })
    await board.move(5, 'Main')
    expect((await board.card(1))?.column).toBe('Work')
    expect((await board.card(4))?.column).toBe('Main')
    await board.close()
  })

  test('a card that began on main brings what the next stage lacks of it', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/1', { 'one.txt': '1\n' })
    const board = await openRepositoryBoard(repository.path)
    await board.move(1, 'Main')
    repository.commit('fix/2', { 'two.txt': '2\n' })
    await board.move(2, 'Main')
    expect((await board.evidence(2))?.next).toMatchObject({
      result: 'clean',
      others: [{ number: 1, effect: 'brings' }],
    })
    expect((await board.evidence(1))?.next?.others).toBeUndefined()
    await board.close()
  })
})
