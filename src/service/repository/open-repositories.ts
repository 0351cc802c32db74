import { once } from 'node:events'
import type { OpenForge } from '../forge/open-forge.ts'
import type { SignedHook } from '../forge/verify-hook.ts'
import { type Gate, rejected } from '../gate/gate.ts'
import { messages } from '../messages/messages.ts'
import { Slots } from '../slots.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import { repositoryBoardIds, saveProblem } from './config/repository-rows.ts'
import type { HookResult } from './forge/forge-hook.ts'
import type { WatchedBoard } from './forge/forge-looks.ts'
import { type OpenBoardsOptions, openBoards } from './open-boards.ts'
import { MovePreviews } from './preview/move-previews.ts'
import { Promoter } from './promotion/promote.ts'
import type { RepositoryBoard } from './sync/repository-board.ts'
import { floorsWithoutColumn } from './sync/sync-config.ts'
import { SyncSchedule } from './sync/sync-schedule.ts'
import { openHook, sumOfRequests, watchForges } from './watch-forges.ts'

/** The page, which waits for 30 s, gets an answer. */
const MOVE_DEADLINE_MS = 25_000

export interface RepositoryOptions extends OpenBoardsOptions {
  allowCheckCommand: boolean
  checkRunner: readonly string[]
  /** The forge of a board that needs no other, such as the demo. */
  ownForge?: (source: string, board: WatchedBoard) => OpenForge | undefined
  /** For a move in all. */
  moveDeadlineMs?: number
  onFault: (requestId: string, error: unknown) => void
}

export interface OpenRepositories {
  /** Asks the repository of a board, or `otherwise` when the board has none. */
  gate: (otherwise: Gate) => Gate
  beforeLoad: (boardId: number) => Promise<void>
  /** Makes all boards what their repositories say, remotes included. */
  sync: () => Promise<void>
  /** What became of a web hook; undefined without a secret for them. */
  receiveHook: ((hook: SignedHook) => HookResult) | undefined
  /** Requests to the forge since the start, by what became of them. */
  forgeRequests: () => { sent: number; unchanged: number; failed: number }
  /** Resolves when the boards say what the next moves would do. */
  previewed: () => Promise<void>
  boards: readonly { id: number; name: string; source: string; hasKey: boolean }[]
  /** Secret of the owner key, if this start has made the first board. */
  ownerSecret: string | undefined
  /** What an operator should fix. */
  problems: () => string[]
  /** Throws while a repository or its remote is gone. */
  checkReady: () => Promise<void>
  /** Ends connections to remotes and check commands; pushes that have begun get a little time. */
  stop: () => void
  close: () => Promise<void>
}

/**
 * Opens the repositories, makes a board for each, and keeps them in sync. Throws RepositoryError
 * for what the operator has to mend; nothing that somebody pushes stops a start.
 */
export async function openRepositories(
  database: Database,
  options: RepositoryOptions,
): Promise<OpenRepositories> {
  const stopping = new AbortController()
  const stopped = new AbortController()
  const boards = await openBoards(database, options, stopping.signal)
  const known = await repositoryBoardIds(database.reader)
  const ownerSecret = await makeOwnerKey(database, boards)
  const notOpened = await findNotOpened(database, boards)
  const reached = await boardsWithKey(database)
  const schedules = new Map(
    boards.map((board) => [
      board.boardId,
      new SyncSchedule(board, stopping.signal, options.onFault, (problem) =>
        saveProblem(database, board.boardId, problem),
      ),
    ]),
  )
  const previews = boards.map((board) => {
    const own = new MovePreviews(board, { ...options, database, stopping: stopping.signal })
    board.onSynced = () => {
      own.refresh()
      board.forge?.look()
    }
    return own
  })
  await watchForges(boards, previews, { ...options, database, stopping: stopping.signal })
  await Promise.all([...schedules.values()].map((schedule) => schedule.start()))
  await Promise.all(boards.map((board) => board.forge?.start()))
  const hook = openHook(options.forge, boards, schedules)
  const checkSlots = new Slots(MAX_CHECK_COMMANDS)
  const promoters = new Map(
    boards.map((board) => {
      const signals = { stopping: stopping.signal, stopped: stopped.signal }
      const { moveDeadlineMs = MOVE_DEADLINE_MS } = options
      const promoteOptions = { ...options, ...signals, moveDeadlineMs, database, checkSlots }
      return [board.boardId, new Promoter(board, promoteOptions)]
    }),
  )
  const stop = () => {
    if (stopping.signal.aborted) return
    stopping.abort(new Error(messages.repository.stopping))
    const end = () => stopped.abort(new Error(messages.repository.stopping))
    setTimeout(end, PUSH_WAIT_MS).unref()
  }
  return {
    gate: (otherwise) => ({
      promote: async (request) => {
        const promoter = promoters.get(request.boardId)
        if (promoter) return promoter.promote(request)
        // Without its repository, nothing can be said about it.
        if (known.has(request.boardId)) {
          return rejected('repository_unreachable', messages.repository.notOpen, 503)
        }
        return otherwise.promote(request)
      },
      decideInStore: async (board, request) => {
        const { boardId } = request
        if (promoters.has(boardId) || known.has(boardId)) return undefined
        return otherwise.decideInStore?.(board, request)
      },
    }),
    beforeLoad: async (boardId) => schedules.get(boardId)?.beforeLoad(),
    sync: async () => {
      await Promise.all([...schedules.values()].map((schedule) => schedule.syncFully()))
    },
    receiveHook: hook && ((received) => hook.receive(received)),
    forgeRequests: () => sumOfRequests(boards),
    previewed: async () => {
      await Promise.all(boards.map((board) => board.forge?.settled()))
      await Promise.all(previews.map((own) => own.settled()))
    },
    boards: boards.map(({ boardId, repository: { name, source } }) => ({
      id: boardId,
      name,
      source,
      hasKey: reached.has(boardId),
    })),
    ownerSecret,
    problems: () => [
      ...notOpened,
      ...floorsWithoutColumn(
        options.minRoles,
        boards.map(({ config }) => config),
      ).map(messages.repository.minRoleWithoutColumn),
      ...[...schedules.values()].flatMap((schedule) => schedule.problems()),
    ],
    checkReady: async () => {
      const found = await Promise.all([...schedules.values()].map((board) => board.unavailable()))
      const reasons = found.filter((reason) => reason !== undefined)
      if (reasons.length > 0) throw new Error(reasons.join('\n'))
    },
    stop,
    close: async () => {
      stop()
      const settled = Promise.all([...promoters.values()].map((promoter) => promoter.settled()))
      await Promise.race([settled, once(stopped.signal, 'abort')])
      stopped.abort(new Error(messages.repository.stopping))
      await settled
      hook?.close()
      await Promise.all(boards.map((board) => board.forge?.close()))
      await Promise.all([...schedules.values()].map((schedule) => schedule.close()))
      await Promise.all(previews.map((own) => own.settled()))
    },
  }
}

/** Check commands that run at the same time: the others are still pending. */
export const MAX_CHECK_COMMANDS = 2
/** For pushes that have begun when the service stops. */
const PUSH_WAIT_MS = 3_000

/** A board that was just made needs a key before anybody can sign in. */
async function makeOwnerKey(
  database: Database,
  boards: readonly RepositoryBoard[],
): Promise<string | undefined> {
  const roles = boards.flatMap(({ boardId, isNew }) => (isNew ? [{ boardId, role: 'owner' }] : []))
  if (roles.length === 0) return undefined
  const context = { actor: 'operator', now: new Date() }
  const newKey = { name: 'Owner', scopes: ['read', 'write'], roles }
  return (await new CredentialStore(database).create(newKey, context)).secret
}

/** A warning about boards whose repositories weren't named at this start. */
async function findNotOpened(
  { reader }: Database,
  boards: readonly RepositoryBoard[],
): Promise<string[]> {
  const rows = await reader.selectFrom('repositories').selectAll().execute()
  const open = new Set(boards.map(({ boardId }) => boardId))
  const sources = rows.flatMap(({ board_id, source }) => (open.has(board_id) ? [] : [source]))
  return sources.length > 0 ? [messages.repository.notOpened(sources)] : []
}

async function boardsWithKey(database: Database): Promise<Set<number>> {
  const keys = await new CredentialStore(database).list()
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  return new Set(active.flatMap(({ boards }) => boards.map(({ boardId }) => boardId)))
}
