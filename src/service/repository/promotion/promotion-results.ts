import { type PromotionResult, type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import { type Git, GitError } from '../git/git.ts'
import { readRef } from '../git/read-refs.ts'
import { printable } from '../git/remote.ts'
import type { RefUpdate } from '../git/repository.ts'
import type { Promotion } from './commit-as.ts'

/** What a refusal depends on: a later sync unblocks the card when it changes. */
export interface TargetBasis {
  branch: string
  tip: string
}

/**
 * A result before the store knows of it. A refusal without its basis would end at the next sync.
 */
export type Decision =
  | Exclude<PromotionResult, { type: 'refused' }>
  | (Extract<PromotionResult, { type: 'refused' }> & { basis: TargetBasis })

/** What a move says that ran out of time, in milliseconds, before it changed anything. */
export function unfinishedProblem(
  error: unknown,
  { signal, deadlineMs }: { signal: AbortSignal; deadlineMs: number },
): Rejection | undefined {
  const isStopped = signal.aborted && (error === signal.reason || error instanceof GitError)
  if (isStopped) {
    const reason = messages.repository.moveTookTooLong(deadlineMs / 1_000)
    return rejected('repository_busy', reason, 503)
  }
  if (!(error instanceof GitError)) return undefined
  return rejected('repository_failed', messages.repository.failed(printable(error.message)), 503)
}

/**
 * For a result that no response can show any more. A promotion that is unfinished isn't refused:
 * the next move or start finishes it.
 */
export async function asRefusal(
  result: Decision,
  basis: () => Promise<TargetBasis>,
): Promise<Decision> {
  if (result.type !== 'rejected' || result.code === 'repository_unfinished') return result
  const isRemote = result.code === 'repository_unreachable'
  const code = isRemote ? 'remote_refused' : 'checks_red'
  return { type: 'refused', code, reason: result.reason, basis: await basis() }
}

export function basisOf(updates: readonly RefUpdate[]): TargetBasis {
  const last = updates.at(-1)
  return { branch: last?.ref.replace(/^refs\/heads\//, '') ?? '', tip: last?.oldCommit ?? '' }
}

/** The branch of the target column, and where it is now. */
export async function lastTip(git: Git, { branches }: Promotion): Promise<TargetBasis> {
  const branch = branches.at(-1) ?? ''
  return { branch, tip: (await readRef(git, `refs/heads/${branch}`)) ?? '' }
}
