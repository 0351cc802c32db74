import { describe, expect, test } from 'vitest'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const MAIN = { 'other.txt': 'of main\n' }

/** Both change a line of a file, and main adds another file before it does. */
function createConflict(): GitRepository {
  const repository = createRepository([])
  repository.commit('main', { 'code.txt': 'first\n' })
  repository.commit('fix/1', { 'code.txt': 'one\n' })
  repository.commit('main', MAIN)
  repository.commit('main', { 'code.txt': 'main\n' })
  return repository
}

async function evidenceOf(repository: GitRepository) {
  const board = await openRepositoryBoard(repository.path)
  const evidence = await board.evidence(1)
  await board.close()
  return evidence
}

describe('a branch that takes in a stage with a conflict', () => {
  const ready = { placedBy: 'work', next: { result: 'clean' } }

  test('has changed only what it changes there', async () => {
    const repository = createConflict()
    repository.commit('fix/1', { ...MAIN, 'code.txt': 'both\n' }, { merging: 'main' })
    const evidence = await evidenceOf(repository)
    expect(evidence).toMatchObject(ready)
    expect(evidence?.partly).toBeUndefined()
  })

  test('by a rebase, while the board runs, has changed only that, too', async () => {
    const repository = createConflict()
    const board = await openRepositoryBoard(repository.path)
    expect(await board.evidence(1)).toMatchObject({ next: { result: 'conflicts' } })
    repository.git('branch', '--force', 'fix/1', 'main')
    repository.commit('fix/1', { 'code.txt': 'both\n' })
    const evidence = await board.evidence(1)
    expect(evidence).toMatchObject(ready)
    expect(evidence?.partly).toBeUndefined()
    await board.close()
  })

  test('is on the stage where it was squashed before, and takes what others made of it', async () => {
    const repository = createRepository([])
    repository.commit('main', { 'code.txt': 'first\n' })
    repository.commit('fix/1', { 'code.txt': 'one\n' })
    repository.commit('main', { 'code.txt': 'one\n' })
    repository.commit('main', { 'code.txt': 'main\n' })
    repository.commit('fix/1', { 'code.txt': 'main\n' }, { merging: 'main' })
    expect(await evidenceOf(repository)).toMatchObject({ placedBy: 'content' })
  })

  test('has its part there still, though it took in the stage without a conflict before', async () => {
    const repository = createRepository([])
    repository.commit('main', { 'code.txt': 'first\n' })
    repository.commit('fix/1', { 'code.txt': 'one\n', 'more.txt': 'more\n' })
    repository.commit('main', { 'code.txt': 'one\n' })
    repository.commit('fix/1', {}, { merging: 'main' })
    repository.commit('main', { 'code.txt': 'main\n' })
    repository.commit('fix/1', { 'code.txt': 'main\n' }, { merging: 'main' })
    expect((await evidenceOf(repository))?.partly).toMatchObject([{ files: ['more.txt'] }])
  })
})
