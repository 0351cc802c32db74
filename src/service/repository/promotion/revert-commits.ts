import { messages } from '../../messages/messages.ts'
import { GitError } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'
import { commitAs, type Promotion } from './commit-as.ts'

type GitPair = Pick<Repository, 'git' | 'merges'>

/** Changes that are taken back together. */
export interface Removal {
  /** The newest commit with the changes. */
  after: string
  /** The commit without them: the changes were made on it. */
  before: string
  /** The commits that the message names, the newest first. */
  reverted: readonly string[]
}

export type Reverted =
  | { type: 'reverted'; tip: string }
  | { type: 'conflicts'; files: string[] }
  /** The changes were there no more. */
  | { type: 'unchanged' }

/** One commit on top of `tip` for each removal. No ref changes. */
export async function revertCommits(
  repository: GitPair,
  promotion: Promotion,
  tip: string,
  removals: readonly Removal[],
): Promise<Reverted> {
  let current = tip
  for (const removal of removals) {
    const result = await revertOne(repository, promotion, current, removal)
    if (result.type === 'conflicts') return result
    if (result.type === 'reverted') current = result.tip
  }
  return current === tip ? { type: 'unchanged' } : { type: 'reverted', tip: current }
}

async function revertOne(
  { git, merges }: GitPair,
  promotion: Promotion,
  tip: string,
  { after, before, reverted }: Removal,
): Promise<Reverted> {
  // A commit with the tree of one side, on top of the other: git then merges with that as base.
  const tree = (await git.read(['rev-parse', `${before}^{tree}`])).trim()
  const without = await commitAs(merges, promotion, { tree, parents: [after], message: 'Without' })
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', tip, without]
  const result = await merges.run(args)
  const [merged = '', ...files] = result.stdout.split('\0').filter(Boolean)
  if (result.code === 1 && files.length > 0) {
    return { type: 'conflicts', files: [...new Set(files)] }
  }
  if (result.code !== 0) throw new GitError(args, result)
  const current = (await git.read(['rev-parse', `${tip}^{tree}`])).trim()
  if (merged === current) return { type: 'unchanged' }
  const message = await revertMessage({ git, merges }, reverted)
  const commit = await commitAs(merges, promotion, { tree: merged, parents: [tip], message })
  return { type: 'reverted', tip: commit }
}

/** As git's own message has it: other programs know a revert by it. */
async function revertMessage({ git }: GitPair, reverted: readonly string[]): Promise<string> {
  const described = await Promise.all(reverted.map((id) => describe(git, id)))
  const subject = messages.repository.revertSubject(described.at(-1)?.subject ?? '')
  return [subject, ...described.map(({ text }) => text)].join('\n\n')
}

async function describe(git: Repository['git'], id: string) {
  const format = ['--no-notes', '--no-mailmap', '--format=%P%x00%s']
  const text = await git.read(['log', '-1', ...format, id])
  const [parents = '', subject = ''] = text.trim().split('\0')
  const [first, second] = parents.split(' ')
  const changes = second === undefined ? '' : `, reversing\nchanges made to ${first}`
  return { subject, text: `This reverts commit ${id}${changes}.` }
}
