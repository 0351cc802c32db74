import { type PromotionRequest, type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { branchOfCard } from '../config/repository-rows.ts'
import { readRef } from '../git/read-refs.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { revertsOf } from './reverts-of.ts'

/**
 * The newest .board.json counts, also when it was pushed a moment ago. Returns a rejection when
 * the columns between, or their roles, have changed since the request was checked.
 */
export async function syncBeforeMove(
  board: RepositoryBoard,
  { from, to, branches, minRoles }: PromotionRequest,
  sync: () => Promise<void>,
  signal: AbortSignal,
  onFault: (requestId: string, error: unknown) => void,
): Promise<Rejection | undefined> {
  try {
    await sync()
  } catch (error) {
    signal.throwIfAborted()
    onFault('sync', error)
    return rejected('repository_failed', messages.repository.unreadable, 503)
  }
  const { configProblem, hasConfig } = board
  if (!hasConfig) return rejected('repository_failed', configProblem ?? '', 503)
  const [first, last] = [from.position, to.position].sort((a, b) => a - b)
  const passed = board.columnsBetween(first ?? 0, last ?? 0)
  const isSame = (key: 'branch' | 'minRole', checked: readonly string[]) =>
    passed.map((column) => column[key]).join('\n') === checked.join('\n')
  if (isSame('branch', branches) && isSame('minRole', minRoles)) return undefined
  return rejected('repository_busy', messages.repository.configChanged)
}

/** What is to be promoted: the newest commit of the card's branch. */
export async function findTarget(
  board: RepositoryBoard,
  database: Database,
  request: PromotionRequest,
  signal: AbortSignal,
): Promise<Promotion | Rejection> {
  const { card, intentId, actor, actorName, branches } = request
  const row = await branchOfCard(database.reader, card.id)
  const git = board.repository.git.until(signal)
  const head =
    row &&
    ((await readRef(git, `refs/heads/${row.name}`)) ?? (await readRef(git, `${row.head}^{commit}`)))
  if (head === undefined) {
    const isReadable = (await git.run(['rev-parse', '--git-dir'])).code === 0
    return isReadable
      ? rejected('branch_missing', messages.repository.cardBranchMissing)
      : rejected('repository_failed', messages.repository.unreadable, 503)
  }
  const hadCommits = row?.had_commits === 1 && row.head === head
  const isNewWork = request.from.position === 0 && !hadCommits
  const { name = '', base } = row ?? {}
  const known = { head, base: row?.head === head ? (base ?? undefined) : undefined }
  return {
    intentId,
    card,
    name,
    ...known,
    isNewWork,
    branches,
    actor,
    actorName,
    revertsOn: (tip) => revertsOf(board, git, known, tip),
    signal,
  }
}
