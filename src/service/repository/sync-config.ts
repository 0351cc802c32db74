import { ROLE_ORDER, verdict } from '#model/permissions.ts'
import { messages } from '../messages.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import { type BoardConfig, type ConfigColumn, defaultConfig, parseConfig } from './board-config.ts'
import type { Git } from './git.ts'
import { type Branch, readConfigFile } from './read-repository.ts'

/** Value of --min-role: the lowest role for all columns, or for one by its branch or name. */
export interface MinRole {
  column: string | undefined
  role: string
}

/** The same for a branch: renaming a column in the file doesn't lift it. Null is work. */
export interface BranchFloor {
  branch: string | null | undefined
  role: string
}

export interface ConfigSource {
  git: Git
  defaultBranch: string
  /** Set by the operator, so that pushing a .board.json can't lower the role of a column. */
  floors: readonly BranchFloor[]
}

/** The configuration on the default branch, or why the last one stays in use. */
export async function readConfig(
  { git, defaultBranch }: ConfigSource,
  refs: readonly Branch[],
): Promise<{ config?: BoardConfig; reason: string | undefined }> {
  const branches = new Set(refs.map(({ name }) => name))
  // The default branch was renamed or deleted: nothing can be said about the file.
  if (!branches.has(defaultBranch)) {
    const reason = messages.repository.branchMissing(defaultBranch)
    return { reason }
  }
  try {
    const text = await readConfigFile(git, defaultBranch)
    const config = text === undefined ? defaultConfig(defaultBranch, branches) : parseConfig(text)
    const missing = config.columns.flatMap(({ rule }) =>
      rule === 'work' || branches.has(rule.branch) ? [] : [rule.branch],
    )
    if (missing.length > 0) throw new Error(messages.repository.configBranchMissing(missing))
    return { config, reason: undefined }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason }
  }
}

/**
 * Makes the columns of the board those of the configuration. A column with the same rule keeps its
 * id. Cards in a column that is gone wait in the first one until they are placed.
 */
export async function saveColumns(
  board: BoardWriter,
  config: BoardConfig,
  { floors }: Pick<ConfigSource, 'floors'>,
): Promise<void> {
  const stages = await board.stages()
  const wanted = config.columns.map((column, position) => ({
    branch: branchOf(column),
    name: column.name,
    min_role: strictestRole(column, floors),
    position,
  }))
  const ids: number[] = []
  for (const column of wanted) {
    const stage = stages.find(({ branch }) => branch === column.branch)
    ids.push(stage?.id ?? (await insertColumn(board, column)))
    if (!stage || isSame(stage, column)) continue
    await board.tx.updateTable('stages').set(column).where('id', '=', stage.id).execute()
    board.markChanged()
  }
  const gone = stages.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  const [first] = ids
  if (gone.length === 0 || first === undefined) return
  const { tx } = board
  await tx.updateTable('cards').set({ stage_id: first }).where('stage_id', 'in', gone).execute()
  await tx.deleteFrom('stages').where('id', 'in', gone).execute()
  board.markChanged()
}

type StageColumns = { branch: string | null; name: string; min_role: string; position: number }

async function insertColumn(board: BoardWriter, column: StageColumns): Promise<number> {
  const { id } = await board.tx
    .insertInto('stages')
    .values({ board_id: board.boardId, ...column })
    .returning('id')
    .executeTakeFirstOrThrow()
  board.markChanged()
  return id
}

function isSame(stage: StageColumns, column: StageColumns): boolean {
  const { name, min_role, position } = column
  return stage.name === name && stage.min_role === min_role && stage.position === position
}

function branchOf({ rule }: ConfigColumn): string | null {
  return rule === 'work' ? null : rule.branch
}

/** Of the file's role and the operator's. */
function strictestRole(column: ConfigColumn, floors: readonly BranchFloor[]): string {
  const branch = branchOf(column)
  const own = floors.filter((floor) => floor.branch === undefined || floor.branch === branch)
  const roles = [column.minRole, ...own.map(({ role }) => role)]
  return roles.reduce((strictest, role) =>
    verdict(strictest, role).type === 'yes' ? strictest : role,
  )
}

/**
 * The floors of one board. A branch comes before a name, which the file can give to another column.
 * What has matched leaves `unmatched`.
 */
export function findFloors(
  config: BoardConfig,
  minRoles: readonly MinRole[],
  unmatched: Set<MinRole>,
): BranchFloor[] {
  return minRoles.flatMap((minRole) => {
    const { column: name, role } = minRole
    const found =
      config.columns.find((column) => branchOf(column) === name) ??
      config.columns.find((column) => column.name === name)
    if (name !== undefined && !found) return []
    unmatched.delete(minRole)
    return [{ branch: found && name !== undefined ? branchOf(found) : undefined, role }]
  })
}

/** Parses the value of --min-role: ROLE or BRANCH=ROLE. Undefined when it's neither. */
export function parseMinRole(text: string): MinRole | undefined {
  const at = text.lastIndexOf('=')
  const role = text.slice(at + 1)
  if (!ROLE_ORDER.some((known) => known === role)) return undefined
  return { column: at === -1 ? undefined : text.slice(0, at), role }
}
