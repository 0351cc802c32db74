import { once } from 'node:events'
import { createBoard } from '../boards/change-board.ts'
import { type Gate, rejected } from '../gate/gate.ts'
import { messages } from '../messages/messages.ts'
import { BoardStore } from '../store/board-store.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import { type BoardConfig, defaultConfig, parseConfig } from './config/board-config.ts'
import { findBoard, repositoryBoardIds, saveDefaultBranch } from './config/repository-rows.ts'
import { RepositoryError } from './git/git.ts'
import { findDefaultBranch, openRepository } from './git/open-repository.ts'
import { readRefs } from './git/read-refs.ts'
import type { Repository } from './git/repository.ts'
import { Slots } from './git/slots.ts'
import { Promoter } from './promotion/promote.ts'
import { type ConfigChange, RepositoryBoard } from './sync/repository-board.ts'
import { findFloors, floorsWithoutColumn, type MinRole, readConfig } from './sync/sync-config.ts'
import { SyncSchedule } from './sync/sync-schedule.ts'

export interface RepositoryOptions {
  /** Paths or URLs. */
  sources: readonly string[]
  /** For the private repositories and clones. */
  data: string
  defaultBranch?: string | undefined
  minRoles: readonly MinRole[]
  allowCheckCommand: boolean
  checkRunner: readonly string[]
  updateWorkTree: boolean
  onFault: (requestId: string, error: unknown) => void
  /** Called when a board takes over the columns of another .board.json. */
  onConfigChange?: ((change: ConfigChange) => void) | undefined
}

export interface OpenRepositories {
  /** Asks the repository of a board, or `otherwise` when the board has none. */
  gate: (otherwise: Gate) => Gate
  beforeLoad: (boardId: number) => Promise<void>
  /** Makes all boards what their repositories say, remotes included. */
  sync: () => Promise<void>
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
      new SyncSchedule(board, stopping.signal, options.onFault),
    ]),
  )
  await Promise.all([...schedules.values()].map((schedule) => schedule.start()))
  const checkSlots = new Slots(MAX_CHECK_COMMANDS)
  const promoters = new Map(
    boards.map((board) => {
      const signals = { stopping: stopping.signal, stopped: stopped.signal }
      const promoteOptions = { ...options, ...signals, database, checkSlots }
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
      decideInStore: async (db, request) => {
        const { boardId } = request
        if (promoters.has(boardId) || known.has(boardId)) return undefined
        return otherwise.decideInStore?.(db, request)
      },
    }),
    beforeLoad: async (boardId) => schedules.get(boardId)?.beforeLoad(),
    sync: async () => {
      await Promise.all([...schedules.values()].map((schedule) => schedule.syncFully()))
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
      await Promise.all([...schedules.values()].map((schedule) => schedule.close()))
    },
  }
}

/** Check commands that run at the same time: the others are still pending. */
export const MAX_CHECK_COMMANDS = 2
/** For pushes that have begun when the service stops. */
const PUSH_WAIT_MS = 3_000

/** Each repository once, however often and in which way it is named. */
async function openBoards(
  database: Database,
  options: RepositoryOptions,
  stopping: AbortSignal,
): Promise<RepositoryBoard[]> {
  const repositories = new Map<string, Repository>()
  for (const source of options.sources) {
    const repository = await openRepository(source, options.data)
    repositories.set(repository.source, repository)
  }
  const boards: RepositoryBoard[] = []
  for (const repository of repositories.values()) {
    boards.push(await openBoard(database, options, repository, stopping))
  }
  return boards
}

async function openBoard(
  database: Database,
  options: RepositoryOptions,
  repository: Repository,
  stopping: AbortSignal,
): Promise<RepositoryBoard> {
  const { git } = repository
  const known = await findBoard(database.reader, repository.source)
  const earlier = known?.defaultBranch ?? null
  const defaultBranch = await findDefaultBranch(repository, options.defaultBranch, earlier)
  const { refs } = await readRefs(git)
  const read = await readConfig({ git, defaultBranch }, refs)
  const last = read.config ?? storedConfig(known?.config)
  // At the first start, the operator is there to mend it.
  if (!last && !known) throw new RepositoryError(read.reason ?? messages.repository.configNotJson)
  const config = last ?? defaultConfig(defaultBranch, new Set(refs.map(({ name }) => name)))
  const boardId = known?.boardId ?? (await makeBoard(database, repository))
  await saveDefaultBranch(database.db, boardId, defaultBranch)
  return new RepositoryBoard({
    repository,
    boardId,
    source: { git, defaultBranch, floors: findFloors(config, options.minRoles) },
    config,
    configProblem: last ? undefined : messages.repository.configNever(read.reason ?? ''),
    database,
    store: new BoardStore(database),
    mayUpdateWorkTree: options.updateWorkTree,
    isNew: known === undefined,
    stopping,
    onConfigChange: options.onConfigChange,
  })
}

/** Undefined without one, and when another version of the program wrote it. */
function storedConfig(text: string | null | undefined): BoardConfig | undefined {
  try {
    return text ? parseConfig(text) : undefined
  } catch {
    return undefined
  }
}

async function makeBoard(database: Database, { name, source }: Repository): Promise<number> {
  const now = new Date()
  const context = { actor: 'operator', now }
  const newBoard = { name, columns: [], projects: [name] }
  const { boardId } = await createBoard(database, context, newBoard, undefined, async (board) => {
    const row = { board_id: board.boardId, source, created_at: now.toISOString() }
    await board.tx.insertInto('repositories').values(row).execute()
  })
  return boardId
}

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
