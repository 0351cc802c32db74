import { type PromotionRequest, type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { branchOf, styleOf } from '../config/board-config.ts'
import { branchOfCard } from '../config/repository-rows.ts'
import type { NetChange } from '../contents/net-changes.ts'
import { plainName } from '../git/plain-text.ts'
import { refOfCard } from '../git/pull-refs.ts'
import { readRef } from '../git/read-refs.ts'
import { isFromPulls } from '../sync/pull-cards.ts'
import type { RepositoryState } from '../sync/read-repository.ts'
import { SyncProblem } from '../sync/renamed-default.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'

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
    const isOwn = error instanceof SyncProblem
    const reason = isOwn ? error.message : messages.repository.unreadable
    return rejected('repository_failed', reason, 503)
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

/** Of a key; undefined without one. */
async function emailOf({ reader }: Database, clientId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('credentials')
    .select('email')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.email ?? undefined
}

/** What is to be moved: the newest commit of the card's branch, as the board shows it. */
export async function findTarget(
  board: RepositoryBoard,
  database: Database,
  request: PromotionRequest,
  signal: AbortSignal,
): Promise<Promotion | Rejection> {
  const { card, intentId, actor, actorName, branches } = request
  const row = await branchOfCard(database.reader, card.id)
  const git = board.repository.git.until(signal)
  const isThere = row && (await git.run(['cat-file', '-e', `${row.head}^{commit}`])).code === 0
  if (!isThere) {
    const isReadable = (await git.run(['rev-parse', '--git-dir'])).code === 0
    return isReadable
      ? rejected('branch_missing', messages.repository.cardBranchMissing)
      : rejected('repository_failed', messages.repository.unreadable, 503)
  }
  const { name, head } = row
  // The branch of a pull request that has ended isn't the card any more.
  const isEnded = isFromPulls(board.config) && board.state?.branches.has(name) === false
  const current = isEnded ? undefined : await readRef(git, refOfCard(name))
  const net = netOf(board.state, { name, head, current })
  if (net && 'reason' in net) return net
  const person = { actor, actorName, actorEmail: await emailOf(database, actor) }
  const styles = new Map(
    board.config.columns.map(({ rule }) => [branchOf(rule) ?? '', styleOf(rule)]),
  )
  const commits = { ...person, styles, isSignedOff: board.config.signOff ?? false }
  return { intentId, card, name, head, net, branches, ...commits, signal }
}

/**
 * What the branch changes; undefined without a history in common with a stage. Only what the board
 * has shown is moved. Without its branch, the card is the newest commit.
 */
function netOf(
  state: RepositoryState | undefined,
  { name, head, current = head }: { name: string; head: string; current: string | undefined },
): NetChange | Rejection | undefined {
  const problem = state?.unreadable.get(current)
  if (problem !== undefined) {
    const reason = messages.repository.moveUnreadable(plainName(name), problem)
    return rejected('branch_unreadable', reason)
  }
  if (current !== head) return rejected('repository_busy', messages.repository.busy)
  const net = state?.nets.get(name)
  if (net?.tip === head) return net
  return state?.areNetsCurrent
    ? undefined
    : rejected('repository_failed', messages.repository.unreadable, 503)
}
