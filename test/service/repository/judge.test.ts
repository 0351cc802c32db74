import { expect, test, vi } from 'vitest'
import { ChangedFiles } from '#service/repository/contents/changed-files.ts'
import { Judge } from '#service/repository/contents/judge.ts'
import { Git } from '#service/repository/git/git.ts'
import { boardSpace } from '#service/repository/git/object-space.ts'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

/** A card changes the first line of a file, and each commit of the stage the last one. */
async function createQuestions(count: number) {
  const repository = createRepository([])
  const treeOf = (branch: string) => repository.git('rev-parse', `${branch}^{tree}`)
  repository.commit('main', { 'code.txt': '1\n2\n3\n4\n' })
  repository.commit('fix/1', { 'code.txt': 'card\n2\n3\n4\n' })
  const change = { base: treeOf('main'), head: treeOf('fix/1') }
  const questions = Array.from({ length: count }, (_, index) => {
    repository.commit('main', { 'code.txt': `1\n2\n3\nstage ${index}\n` })
    return { ...change, stage: treeOf('main') }
  })
  const space = boardSpace(await openRepository(repository.path, createDataDirectory()))
  return { repository, space, questions }
}

test('an answer that is known is given, though others take its place', async () => {
  const { space, questions } = await createQuestions(4)
  const judge = new Judge(new ChangedFiles(), 3)
  await judge.decide(space, questions.slice(0, 1))
  const answers = await judge.decide(space, questions)
  expect(answers.map(({ verdict }) => verdict)).toEqual(questions.map(() => 'absent'))
})

test('what was needed for many cards is forgotten on request, and found again', async () => {
  const { space, questions } = await createQuestions(1)
  const judge = new Judge(new ChangedFiles())
  const first = await judge.decide(space, questions)
  const runs = vi.spyOn(Git.prototype, 'run')
  expect(await judge.decide(space, questions)).toEqual(first)
  expect(runs).not.toHaveBeenCalled()
  judge.forget()
  expect(await judge.decide(space, questions)).toEqual(first)
  expect(runs).toHaveBeenCalled()
  runs.mockRestore()
})

test('a submodule is there, is another one, or isn’t, like a file', async () => {
  const { repository, space } = await createQuestions(0)
  const treeWith = (id: string) => {
    repository.git('read-tree', 'main')
    const submodule = `160000,${id},vendor/library`
    if (id !== '') repository.git('update-index', '--add', '--cacheinfo', submodule)
    return repository.git('write-tree')
  }
  const [none, old, later] = ['', '1'.repeat(40), '2'.repeat(40)].map(treeWith)
  const changes = { add: [none, old], update: [old, later], remove: [old, none] }
  const stages = { none, old, later }
  const pairs = Object.entries(changes).flatMap(([change, [base = '', head = '']]) =>
    Object.entries(stages).map(([stage, tree = '']) => ({ change, stage, base, head, tree })),
  )
  const questions = pairs.map(({ base, head, tree }) => ({ base, head, stage: tree }))
  const answers = await new Judge(new ChangedFiles()).decide(space, questions)
  const present = pairs.filter((_, index) => answers[index]?.verdict === 'present')
  expect(present.map(({ change, stage }) => `${change}: ${stage}`)).toEqual([
    'add: old',
    'update: later',
    'remove: none',
  ])
})
