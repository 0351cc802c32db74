import { symbolicRef } from '../git/read-refs.ts'
import { remoteHead } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'

const HEADS = 'refs/heads/'

/**
 * The branch that HEAD names now that the default branch is gone; undefined when HEAD doesn't say.
 * On this machine, HEAD is what somebody works on, so a card's branch is no new default branch.
 */
export async function renamedDefault(
  { git, source, isRemote }: Repository,
  branches: ReadonlySet<string>,
  cards: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const remote = { git: git.until(signal), source }
  const head = isRemote ? await remoteHead(remote) : await symbolicRef(git, 'HEAD')
  const name = head?.startsWith(HEADS) ? head.slice(HEADS.length) : ''
  const isNew = isRemote || !cards.has(name)
  return branches.has(name) && isNew ? name : undefined
}
