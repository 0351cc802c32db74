import { describe, expect, test } from 'vitest'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

async function titlesOf(repository: GitRepository): Promise<string[]> {
  const board = await openRepositoryBoard(repository.path)
  const cards = (await board.cards()).sort((a, b) => a.number - b.number)
  await board.close()
  return cards.map(({ title }) => title)
}

function merge(repository: GitRepository, branch: string, ...options: string[]): void {
  repository.git('checkout', '--quiet', 'main')
  repository.git('merge', '--quiet', ...options, branch)
  repository.leave()
}

describe('the title of a card', () => {
  test('on top of another one is that of its own first commit', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' }, { message: 'Add the first' })
    repository.commit('fix/2', { 'two.txt': '1\n' }, { message: 'Add the second', from: 'fix/1' })
    repository.commit('fix/2', { 'two.txt': '2\n' }, { message: 'Mend the second' })
    expect(await titlesOf(repository)).toEqual(['Add the first', 'Add the second'])
  })

  test('that is merged when it is first seen is that of the commits under the merge', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' }, { message: 'Add the first' })
    repository.commit('fix/1', { 'one.txt': '2\n' }, { message: 'Mend it' })
    merge(repository, 'fix/1', '--no-ff', '-m', 'Merge pull request #1')
    repository.commit('fix/2', { 'two.txt': '1\n' }, { message: 'Add the second' })
    expect(await titlesOf(repository)).toEqual(['Add the first', 'Add the second'])
  })

  test('is without what marks a commit as a part of another one', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' }, { message: 'fixup! squash! Add the first' })
    repository.commit('fix/2-menu', { 'two.txt': '1\n' }, { message: 'fixup! ' })
    repository.commit('fix/3', { 'three.txt': '1\n' }, { message: 'fixup!the third' })
    expect(await titlesOf(repository)).toEqual(['Add the first', 'Menu', 'fixup!the third'])
  })

  test('is never that of a merge', async () => {
    const repository = createRepository()
    repository.git('checkout', '--quiet', '-b', 'fix/1', 'main')
    repository.commit('main', { 'main.txt': '1\n' })
    repository.git('commit', '--quiet', '--allow-empty', '-m', 'Begin')
    repository.git('merge', '--quiet', '-m', 'Merge branch main', 'main')
    repository.leave()
    repository.git('checkout', '--quiet', '-b', 'fix/2-menu', 'main~1')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge commit main', 'main')
    repository.leave()
    expect(await titlesOf(repository)).toEqual(['Begin', 'Menu'])
  })

  test('that a forge has squashed is that of the squash, without its number', async () => {
    const repository = createRepository()
    repository.commit('fix/1', { 'one.txt': '1\n' }, { message: 'u' })
    repository.commit('fix/2', { 'two.txt': '1\n' }, { message: 'Add the second' })
    merge(repository, 'fix/1', '--squash')
    repository.git('checkout', '--quiet', 'main')
    repository.git('commit', '--quiet', '-m', 'feat: the first (#17)')
    repository.leave()
    merge(repository, 'fix/2', '--squash')
    repository.git('checkout', '--quiet', 'main')
    repository.git('commit', '--quiet', '-m', 'Squashed by hand')
    repository.leave()
    expect(await titlesOf(repository)).toEqual(['feat: the first', 'Add the second'])
  })

  test('from a name is replaced when the branch has a commit, and then stays', async () => {
    const repository = createRepository()
    repository.git('branch', 'fix/7-log-in', 'main')
    const board = await openRepositoryBoard(repository.path)
    const title = async () => (await board.card(7))?.title
    expect(await title()).toBe('Log in')
    repository.commit('fix/7-log-in', { 'a.txt': '1\n' }, { message: 'Add a form' })
    expect(await title()).toBe('Add a form')
    repository.git('update-ref', '-d', 'refs/heads/fix/7-log-in')
    repository.git('branch', 'fix/7-log-in', 'main')
    repository.commit('fix/7-log-in', { 'b.txt': '1\n' }, { message: 'Another way' })
    expect(await title()).toBe('Add a form')
    await board.close()
  })

  test('that is described stays, also when the description says no more than the name', async () => {
    const repository = createRepository()
    repository.git('config', 'branch.fix/7-log-in.description', 'Log in')
    repository.commit('fix/7-log-in', { 'a.txt': '1\n' }, { message: 'Add a form' })
    const board = await openRepositoryBoard(repository.path)
    repository.commit('fix/7-log-in', { 'a.txt': '2\n' }, { message: 'Mend it' })
    expect((await board.card(7))?.title).toBe('Log in')
    await board.close()
  })
})
