import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { GitError } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'

export type TestMerge =
  | { type: 'clean'; tree: string }
  | { type: 'conflicts'; files: readonly string[] }
  /** Without a common commit, or with one that git can't read. */
  | { type: 'impossible' }

/** One process for so many merges: others may need git in between. */
const BATCH_SIZE = 500

const MERGE = ['merge-tree', '--write-tree', '--stdin', '-z', '--name-only', '--no-messages']

interface Pair {
  tip: string
  head: string
}

type Merges = Pick<Repository, 'merges' | 'objects'>

/**
 * Merges each pair, without a commit or a ref. What it writes goes to a directory that is removed
 * afterwards: a repository must not grow because somebody looks at its board.
 */
export async function testMerges(repository: Merges, pairs: readonly Pair[]): Promise<TestMerge[]> {
  const results: TestMerge[] = []
  for (let start = 0; start < pairs.length; start += BATCH_SIZE) {
    results.push(...(await mergeBatch(repository, pairs.slice(start, start + BATCH_SIZE))))
  }
  return results
}

/** Bisects when git fails, so that a pair that can't be merged costs only itself. */
async function mergeBatch(repository: Merges, pairs: readonly Pair[]): Promise<TestMerge[]> {
  const { merges, objects } = repository
  const directory = mkdtempSync(join(merges.directory, 'test-merges-'))
  const env = { GIT_OBJECT_DIRECTORY: directory, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }
  const input = pairs.map(({ tip, head }) => `${tip} ${head}\n`).join('')
  try {
    const result = await merges.run(MERGE, { input, env })
    const found = result.code === 0 ? parseMerges(result.stdout) : []
    if (found.length === pairs.length) return found
    if (result.code === -1) throw new GitError(MERGE, result)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  if (pairs.length === 1) return [{ type: 'impossible' }]
  const middle = Math.ceil(pairs.length / 2)
  const left = await mergeBatch(repository, pairs.slice(0, middle))
  return [...left, ...(await mergeBatch(repository, pairs.slice(middle)))]
}

/** Status, tree, names of files with conflicts, and an empty field for each merge. */
function parseMerges(text: string): TestMerge[] {
  const fields = text.split('\0')
  const found: TestMerge[] = []
  for (let index = 0; index + 2 < fields.length; ) {
    const [status, tree = ''] = fields.slice(index, index + 2)
    index += 2
    const files: string[] = []
    while (fields[index]) files.push(fields[index++] ?? '')
    index += 1
    found.push(
      status === '1' ? { type: 'clean', tree } : { type: 'conflicts', files: [...new Set(files)] },
    )
  }
  return found
}
