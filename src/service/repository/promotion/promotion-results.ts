import { type PromotionResult, type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import { GitError } from '../git/git.ts'
import { printable } from '../git/remote.ts'

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

/** A person or a check has to do something first, or the service itself: nothing of it is the card's. */
const WAITING: ReadonlySet<string> = new Set([
  'repository_unfinished',
  'checks_running',
  'pull_draft',
  'pull_closed',
  'review_missing',
  'forge_unreachable',
])

/**
 * For a result that no response can show any more. A promotion that is unfinished isn't refused:
 * the next move or start finishes it.
 */
export function asRefusal(result: PromotionResult): PromotionResult {
  if (result.type !== 'rejected' || WAITING.has(result.code)) return result
  const isRemote = result.code === 'repository_unreachable'
  const code = isRemote ? 'remote_refused' : 'checks_red'
  return { type: 'refused', code, reason: result.reason }
}
