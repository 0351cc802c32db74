import { mkdtemp, rm } from 'node:fs/promises'
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
  const found = await withObjects(repository, (env) => mergeAll(repository, pairs, env))
  if (found) return found
  if (pairs.length === 1) return [{ type: 'impossible' }]
  const middle = Math.ceil(pairs.length / 2)
  const left = await mergeBatch(repository, pairs.slice(0, middle))
  return [...left, ...(await mergeBatch(repository, pairs.slice(middle)))]
}

/**
 * Whether a branch has the changes of each of these commits: taking one of them back would change
 * something. Undefined when git can't tell.
 */
export function hasChangesOf(
  repository: Merges,
  tip: string,
  commits: readonly string[],
): Promise<boolean | undefined> {
  return withObjects(repository, async (env) => {
    const pairs: Pair[] = []
    for (const commit of commits) {
      const args = ['commit-tree', `${commit}^1^{tree}`, '-p', commit, '-m', 'Without']
      const made = await repository.merges.run(args, { env: { ...env, ...NOBODY } })
      if (made.code !== 0) return undefined
      pairs.push({ tip, head: made.stdout.trim() })
    }
    const results = await mergeAll(repository, pairs, env)
    const tree = await repository.merges.run(['rev-parse', `${tip}^{tree}`])
    if (!results?.every((result) => result.type === 'clean')) return undefined
    return results.every((result) => result.tree !== tree.stdout.trim())
  })
}

const NOBODY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Trunkline'],
    [`GIT_${who}_EMAIL`, 'trunkline@trunkline.invalid'],
  ]),
)

/** What git writes goes to a directory that is removed afterwards. */
export async function withObjects<Result>(
  { merges, objects }: Merges,
  task: (env: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(merges.directory, 'test-merges-'))
  const env = { GIT_OBJECT_DIRECTORY: directory, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }
  try {
    return await task(env)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Undefined when git fails at one of the pairs. */
async function mergeAll(
  { merges }: Merges,
  pairs: readonly Pair[],
  env: Record<string, string>,
): Promise<TestMerge[] | undefined> {
  const input = pairs.map(({ tip, head }) => `${tip} ${head}\n`).join('')
  const result = await merges.run(MERGE, { input, env })
  if (result.code === -1) throw new GitError(MERGE, result)
  const found = result.code === 0 ? parseMerges(result.stdout) : []
  return found.length === pairs.length ? found : undefined
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
