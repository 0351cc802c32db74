import { ROLE_ORDER, verdict } from '#model/permissions.ts'
import { messages } from '../../messages/messages.ts'
import type { StageRow } from '../../store/board-reader.ts'
import type { BoardWriter } from '../../store/board-writer.ts'
import {
  type BoardConfig,
  branchOf,
  type ConfigColumn,
  defaultConfig,
  HIDE_AFTER_DAYS,
  parseConfig,
  type Rule,
  stageName,
  tagPatternOf,
} from '../config/board-config.ts'
import type { Git } from '../git/git.ts'
import type { Ref } from '../git/read-refs.ts'
import { readConfigFile } from './read-repository.ts'

/** Value of --min-role: the lowest role for all columns, or for one by its branch. */
export interface MinRole {
  column: string | undefined
  role: string
}

/** The lowest role for a branch. Null is work, and undefined is every column. */
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
  { git, defaultBranch }: Pick<ConfigSource, 'git' | 'defaultBranch'>,
  refs: readonly Ref[],
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
    const missing = config.columns.flatMap(({ rule }) => {
      const branch = branchOf(rule)
      return branch === undefined || branches.has(branch) ? [] : [branch]
    })
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
  refs: readonly Ref[],
): Promise<void> {
  const stages = await board.stages()
  const wanted = config.columns.map((column, position) => ({
    branch: branchOf(column.rule) ?? null,
    tag: tagPatternOf(column.rule) ?? null,
    locked_reason: lockedReason(column.rule, refs),
    hide_after_days:
      column.rule === 'work' ? (config.cards?.hideAfterDays ?? HIDE_AFTER_DAYS) : null,
    name: column.name,
    min_role: strictestRole(column, floors),
    position,
  }))
  const ids: number[] = []
  for (const column of wanted) {
    const stage = stages.find(({ branch, tag }) => branch === column.branch && tag === column.tag)
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

type StageColumns = Pick<
  StageRow,
  'branch' | 'tag' | 'locked_reason' | 'hide_after_days' | 'name' | 'min_role' | 'position'
>

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
  const fields = Object.keys(column) as (keyof StageColumns)[]
  return fields.every((field) => stage[field] === column[field])
}

/** Why nobody can move a card into a column. */
function lockedReason(rule: Rule, refs: readonly Ref[]): string | null {
  const [branch, tag] = [branchOf(rule), tagPatternOf(rule)]
  if (tag !== undefined) return messages.repository.releasesMove(tag)
  if (branch === undefined || refs.some(({ name }) => name === branch)) return null
  return messages.repository.branchMissing(branch)
}

/** Null for work. */
function floorKey({ rule }: ConfigColumn): string | null {
  return stageName(rule) ?? null
}

/** Of the file's role and the operator's. */
export function strictestRole(column: ConfigColumn, floors: readonly BranchFloor[]): string {
  const branch = floorKey(column)
  const own = floors.filter((floor) => floor.branch === undefined || floor.branch === branch)
  const roles = [column.minRole, ...own.map(({ role }) => role)]
  return roles.reduce((strictest, role) =>
    verdict(strictest, role).type === 'yes' ? strictest : role,
  )
}

/**
 * A floor always holds for the branch that it names, whether or not a column has it now. If it
 * names a column instead, it holds for that column's branch too, whatever the file calls it later.
 */
export function findFloors(config: BoardConfig, minRoles: readonly MinRole[]): BranchFloor[] {
  return minRoles.flatMap(({ column: name, role }): BranchFloor[] => {
    if (name === undefined) return [{ branch: undefined, role }]
    const named = config.columns.filter((column) => column.name === name)
    return [branchName(name), ...named.map(floorKey)].map((branch) => ({ branch, role }))
  })
}

/** The values of --min-role whose branch is no column of any board now. */
export function floorsWithoutColumn(
  minRoles: readonly MinRole[],
  configs: readonly BoardConfig[],
): string[] {
  const branches = new Set(configs.flatMap((config) => config.columns.map(floorKey)))
  const named = minRoles.flatMap(({ column }) => column ?? [])
  return named.filter((name) => !branches.has(branchName(name)))
}

function branchName(name: string): string {
  return name.replace(/^refs\/heads\//, '')
}

/** Parses the value of --min-role: ROLE or BRANCH=ROLE. Undefined when it's neither. */
export function parseMinRole(text: string): MinRole | undefined {
  const at = text.lastIndexOf('=')
  const role = text.slice(at + 1)
  if (!ROLE_ORDER.some((known) => known === role)) return undefined
  return { column: at === -1 ? undefined : text.slice(0, at), role }
}
