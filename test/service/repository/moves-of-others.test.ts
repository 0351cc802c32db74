import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository

async function columnsOf(board: Awaited<ReturnType<typeof openRepositoryBoard>>) {
  const cards = await board.cards()
  return Object.fromEntries(cards.map(({ number, column }) => [number, column]))
}

const filesOn = (repository: GitRepository, branch: string) =>
  repository.git('ls-tree', '--name-only', branch).split('\n')

/** A card, and another one whose branch began on it. */
function createStack(): GitRepository {
  const repository = createRepository(['staging'])
  repository.commit('card/1', { 'one.txt': 'one\n' })
  repository.commit('card/2', { 'two.txt': 'two\n' }, { from: 'card/1' })
  return repository
}

describe('a card on another one', () => {
  test('brings it along, and leaves it there when it is moved back', async () => {
    const repository = createStack()
    const board = await openRepositoryBoard(repository.path)
    expect((await board.move(2, 'Main')).status).toBe(200)
    expect(await columnsOf(board)).toEqual({ 1: 'Main', 2: 'Main' })
    expect((await board.move(2, 'Work')).status).toBe(200)
    expect(await columnsOf(board)).toEqual({ 1: 'Main', 2: 'Work' })
    expect(filesOn(repository, 'main')).toEqual(['one.txt', 'shared.txt'])
    expect((await board.move(1, 'Work')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['shared.txt'])
    expect((await board.move(1, 'Main')).status).toBe(200)
    expect(filesOn(repository, 'main')).toEqual(['one.txt', 'shared.txt'])
    await board.close()
  })

  test('is in the stage that it was squashed into, without a restart', async () => {
    const repository = createStack()
    const board = await openRepositoryBoard(repository.path)
    await board.cards()
    repository.git('checkout', '--quiet', 'main')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge 1', 'card/1')
    expect(await columnsOf(board)).toEqual({ 1: 'Main', 2: 'Work' })
    repository.git('merge', '--quiet', '--squash', 'card/2')
    repository.git('commit', '--quiet', '-m', 'Squash 2')
    repository.leave()
    expect(await columnsOf(board)).toEqual({ 1: 'Main', 2: 'Main' })
    await board.close()
  })
})

test('a card isn’t moved back while another one builds on it, and the answer names that one', async () => {
  const repository = createRepository(['staging'])
  const from = repository.head('main')
  repository.commit('card/1', { 'one.txt': 'one\n' })
  const board = await openRepositoryBoard(repository.path)
  await board.move(1, 'Main')
  // It has the first card's change as its own, because its branch was made by hand.
  repository.commit('card/2', { 'one.txt': 'one\n', 'two.txt': 'two\n' }, { from })
  await board.move(2, 'Main')
  const head = repository.head('main')
  const { status, body } = await board.move(1, 'Work')
  expect([status, body.code, body.detail]).toEqual([
    409,
    'would_change_others',
    text.wouldChangeOthers('main', [2]),
  ])
  expect(repository.head('main')).toBe(head)
  expect((await board.move(2, 'Work')).status).toBe(200)
  expect(filesOn(repository, 'main')).toEqual(['shared.txt'])
  await board.close()
})

test('of two cards with the same change, either can be moved back', async () => {
  const repository = createRepository(['staging'])
  repository.commit('card/1', { 'one.txt': 'one\n' })
  repository.commit('card/2', { 'one.txt': 'one\n' })
  const board = await openRepositoryBoard(repository.path)
  await board.move(1, 'Main')
  expect(await columnsOf(board)).toEqual({ 1: 'Main', 2: 'Main' })
  expect((await board.move(1, 'Work')).status).toBe(200)
  expect(await columnsOf(board)).toEqual({ 1: 'Work', 2: 'Work' })
  await board.close()
})
