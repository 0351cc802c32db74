import type { ForgeChoice, OpenForge } from '../forge/open-forge.ts'
import { messages } from '../messages/messages.ts'
import type { Database } from '../store/open-database.ts'
import { branchOf } from './config/board-config.ts'
import { ForgeHook } from './forge/forge-hook.ts'
import type { WatchedBoard } from './forge/forge-looks.ts'
import { ForgeWatch } from './forge/forge-watch.ts'
import { openForges } from './forge/open-forges.ts'
import { fetchPullRefs, type WantedPull } from './git/pull-refs.ts'
import type { MovePreviews } from './preview/move-previews.ts'
import { isFromPulls } from './sync/pull-cards.ts'
import type { RepositoryBoard } from './sync/repository-board.ts'
import type { SyncSchedule } from './sync/sync-schedule.ts'

interface ForgesOptions {
  forge?: ForgeChoice | undefined
  ownForge?: ((source: string, board: WatchedBoard) => OpenForge | undefined) | undefined
  database: Database
  stopping: AbortSignal
  onFault: (requestId: string, error: unknown) => void
}

/** Each board reads its own project. */
export async function watchForges(
  boards: readonly RepositoryBoard[],
  previews: readonly MovePreviews[],
  options: ForgesOptions,
): Promise<void> {
  const repositories = boards.map(({ repository }) => repository)
  const forges = options.forge ? await openForges(repositories, options.forge) : []
  for (const [index, board] of boards.entries()) {
    const watched = {
      boardId: board.boardId,
      git: board.repository.git,
      columns: () => new Set(board.config.columns.flatMap(({ rule }) => branchOf(rule) ?? [])),
      branches: () => board.state?.branches,
      committedAt: (head: string) => board.state?.headCommits.get(head)?.committedAt,
      takePulls: (pulls: readonly WantedPull[]) => takePulls(board, pulls, options),
    }
    const forge = options.ownForge?.(board.repository.source, watched) ?? forges[index]
    if (!forge) continue
    board.forge = new ForgeWatch(watched, forge, options)
    board.forge.onNews = () => previews[index]?.refresh()
  }
}

/** On a board whose cards are pull requests. */
async function takePulls(
  board: RepositoryBoard,
  pulls: readonly WantedPull[],
  { stopping, onFault }: ForgesOptions,
): Promise<void> {
  if (!isFromPulls(board.config)) return
  const isCard = (name: string) => board.forge?.cards?.has(name) === true
  const git = board.repository.git.until(stopping)
  const failed = await board.remote.beside(() =>
    fetchPullRefs({ ...board.repository, git }, pulls, isCard),
  )
  if (stopping.aborted) return
  if (failed.length > 0) onFault('forge', new Error(messages.forge.pullsMissing(failed)))
  await board.sync()
}

export function openHook(
  choice: ForgeChoice | undefined,
  boards: readonly RepositoryBoard[],
  schedules: ReadonlyMap<number, SyncSchedule>,
): ForgeHook | undefined {
  if (!choice?.hookSecret) return undefined
  return new ForgeHook(choice.kind, choice.hookSecret, (commits) => {
    for (const board of boards) {
      board.forge?.wake(commits)
      // What was pushed is new after it, and read then.
      void schedules.get(board.boardId)?.syncFully()
    }
  })
}

export function sumOfRequests(boards: readonly RepositoryBoard[]) {
  const sum = { sent: 0, unchanged: 0, failed: 0 }
  for (const { forge } of boards) {
    sum.sent += forge?.requests.sent ?? 0
    sum.unchanged += forge?.requests.unchanged ?? 0
    sum.failed += forge?.requests.failed ?? 0
  }
  return sum
}
