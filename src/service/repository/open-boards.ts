import { createBoard } from '../boards/change-board.ts'
import type { ForgeChoice } from '../forge/open-forge.ts'
import { messages } from '../messages/messages.ts'
import { BoardStore } from '../store/board-store.ts'
import type { Database } from '../store/open-database.ts'
import { type BoardConfig, defaultConfig, parseConfig } from './config/board-config.ts'
import { findBoard, saveDefaultBranch } from './config/repository-rows.ts'
import { RepositoryError } from './git/git.ts'
import { findDefaultBranch, openRepository } from './git/open-repository.ts'
import { readRefs } from './git/read-refs.ts'
import type { Repository } from './git/repository.ts'
import { RepositoryBoard } from './sync/repository-board.ts'
import type { ConfigChange } from './sync/repository-board-options.ts'
import { findFloors, type MinRole, readConfig } from './sync/sync-config.ts'

export interface OpenBoardsOptions {
  /** Paths or URLs. */
  sources: readonly string[]
  /** For the private repositories and clones. */
  data: string
  defaultBranch?: string | undefined
  minRoles: readonly MinRole[]
  updateWorkTree: boolean
  /** The forge that the repositories are on. */
  forge?: ForgeChoice | undefined
  /** Called when a board takes over the columns of another .board.json. */
  onConfigChange?: ((change: ConfigChange) => void) | undefined
}

/** Each repository once, however often and in which way it is named. */
export async function openBoards(
  database: Database,
  options: OpenBoardsOptions,
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
  options: OpenBoardsOptions,
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
