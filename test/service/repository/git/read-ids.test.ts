import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Git } from '#service/repository/git/git.ts'
import { readIds, readIdsOfAll } from '#service/repository/git/read-ids.ts'
import { createRepository } from '#test/support/git-repository.ts'

const MANY = Array.from({ length: 300 }, (_, index) => `many/${index % 7}/ä ${index}.txt`)
const MISSING = ['', 'gone.txt', 'many/gone.txt', 'many/1/gone/x', 'shared.txt/x', '..', '../x']

/** With more paths in a tree than git is asked for one by one. */
function createTree() {
  const repository = createRepository([])
  const files = Object.fromEntries(
    [...MANY, 'a/b.txt', 'c/b.txt'].map((path) => [path, `${path}\n`]),
  )
  repository.commit('main', { ...files, 'a/b.txt': 'same\n', 'c/b.txt': 'same\n' })
  const submodule = `160000,${'1'.repeat(40)},vendor/library`
  repository.git('read-tree', 'main')
  repository.git('update-index', '--add', '--cacheinfo', submodule)
  const tree = repository.git('write-tree')
  repository.git('update-ref', 'refs/heads/main', repository.git('commit-tree', tree, '-m', 'Add'))
  return { repository, git: new Git(join(repository.path, '.git')) }
}

test('many paths of a tree are found as few are', async () => {
  const { git } = createTree()
  const paths = [
    ...MANY,
    ...MISSING,
    'vendor/library',
    'a/b.txt',
    'c/b.txt',
    'many',
    'many/1',
    'shared.txt',
  ]
  const found = await readIds(git, 'main', paths)
  const expected = new Map<string, string>()
  for (let start = 0; start < paths.length; start += 50) {
    const few = await readIds(git, 'main', paths.slice(start, start + 50))
    for (const [path, id] of few) expected.set(path, id)
  }
  expect(found).toEqual(expected)
  expect(found.size).toBe(MANY.length + 6)
  const [some, none, one] = await readIdsOfAll(git, [
    { treeish: 'main', paths },
    { treeish: 'no-such-branch', paths },
    { treeish: 'main', paths: ['shared.txt'] },
  ])
  expect([some, none]).toEqual([expected, new Map()])
  expect(one).toEqual(new Map([['shared.txt', expected.get('shared.txt')]]))
  const submodule = { treeish: 'main', paths: ['vendor/library'], hasSubmodules: true }
  expect(await readIdsOfAll(git, [submodule])).toEqual([
    new Map([['vendor/library', '1'.repeat(40)]]),
  ])
})

test('a folder that is missing costs only the paths in it', async () => {
  const { repository, git } = createTree()
  const rest = repository.git('ls-tree', 'main:many').split('\n')
  const lines = rest.map((line) =>
    line.endsWith('\t1') ? line.replace(/[\da-f]{40}/, '1'.repeat(40)) : line,
  )
  const options = { cwd: repository.path, input: `${lines.join('\n')}\n` }
  const folder = execFileSync('git', ['mktree', '--missing'], options).toString().trim()
  const input = `040000 tree ${folder}\tmany\n`
  const tree = execFileSync('git', ['mktree'], { ...options, input })
    .toString()
    .trim()
  const found = await readIds(git, tree, MANY)
  expect(found.size).toBe(MANY.filter((path) => !path.startsWith('many/1/')).length)
})
