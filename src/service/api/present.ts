import * as v from 'valibot'
import { columnSchema, webSchema } from '#contract/schemas/board-schema.ts'
import { type TaskBody, taskSchema } from '#contract/schemas/card-schema.ts'
import type { CredentialBody } from '#contract/schemas/credential-schema.ts'
import type { LabelBody } from '#contract/schemas/label-schema.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { ProjectRow, RepositoryRow, StageRow, StoredCard } from '../store/board-reader.ts'
import type { StoredCredential } from '../store/credential-rows.ts'
import type { StoredLabel } from '../store/label-rows.ts'
import { Turns } from '../turns.ts'
import type { RouteContext, RouteDependencies } from './context.ts'
import { presentRepository } from './present-repository.ts'

/** The JSON body of a credential. [gap G15] */
export function presentCredential(credential: StoredCredential): CredentialBody {
  return {
    clientId: credential.clientId,
    name: credential.name,
    scopes: credential.scopes,
    boards: credential.boards.map((board) => ({
      workspaceId: String(board.boardId),
      organizationId: String(board.organizationId),
      role: board.role,
      name: board.name,
    })),
    answering: null,
  }
}

/** What a board is made of, as stored. */
export interface BoardRows {
  stages: readonly StageRow[]
  cards: readonly StoredCard[]
  projects: readonly ProjectRow[]
  repository: RepositoryRow | undefined
}

/** [gap G29] */
export function presentProject({ id, name }: ProjectRow) {
  return { id: String(id), name }
}

/**
 * The JSON text of a board. A row that the contract doesn't allow is left out and reported to
 * `onFault`. Other requests are handled in between, because a board can have thousands of cards.
 */
export async function boardJson(
  { stages, cards, projects, repository }: BoardRows,
  onFault: (error: unknown) => void,
): Promise<string> {
  const tasks = new Map<number, Task[]>(stages.map((stage) => [stage.id, []]))
  const turns = new Turns()
  for (const card of cards) {
    await turns.pause()
    const result = v.safeParse(taskSchema, presentCard(card))
    if (result.success) {
      const committedAt = Date.parse(result.output.repository?.committedAt ?? '') || 0
      tasks.get(card.stage_id)?.push({ text: JSON.stringify(result.output), committedAt })
    } else onFault(new Error(`Card ${card.number} is left out: ${describeIssues(result.issues)}`))
  }
  const columns = stages.flatMap((stage) => {
    const result = v.safeParse(columnSchema, { ...presentStage(stage), tasks: [] })
    if (!result.success) {
      onFault(new Error(`Column ${stage.id} is left out: ${describeIssues(result.issues)}`))
      return []
    }
    const { tasks: _, ...fields } = result.output
    const own = tasks.get(stage.id) ?? []
    const texts = (repository ? newestFirst(own) : own).map(({ text }) => text)
    return [`${JSON.stringify(fields).slice(0, -1)},"tasks":[${texts.join()}]}`]
  })
  const named = JSON.stringify(projects.map(presentProject))
  return `{"columns":[${columns.join()}],"projects":${named}${factsJson(repository)}}`
}

interface Task {
  text: string
  /** In milliseconds since the epoch; 0 where it isn't known. */
  committedAt: number
}

/** What people work on comes first. */
function newestFirst(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => b.committedAt - a.committedAt)
}

/** What is said of the whole board. [gap G26] */
function factsJson(repository: RepositoryRow | undefined): string {
  const { source, web = null, problem, synced_at: syncedAt } = repository ?? {}
  const links = v.safeParse(v.pipe(v.string(), v.parseJson(), webSchema), web)
  const facts = {
    offers: ['activity'],
    cardLabelsMinRole: ROLE_FOR.labelCard,
    ...(links.success ? { web: links.output } : {}),
    ...(source !== undefined && isShared(source) ? { isShared: true } : {}),
    ...(problem ? { problem } : {}),
    ...(problem && syncedAt ? { syncedAt } : {}),
  }
  return Object.entries(facts)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('')
}

/** A clone that somebody works in has its repository in ".git", or in another hidden directory. */
function isShared(source: string): boolean {
  const isUrl = /^[^/]+:/.test(source)
  return isUrl || !/\/(\.git\/.*|\.[^/]*)$/.test(source)
}

function presentStage(stage: StageRow) {
  return {
    statusId: String(stage.id),
    name: stage.name,
    kind: 'stage',
    minRole: stage.min_role,
    ...(stage.locked_reason === null ? {} : { lockedReason: stage.locked_reason }),
    ...(stage.hide_after_days === null ? {} : { hideAfterDays: stage.hide_after_days }),
  }
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ')
}

/**
 * The response to a change of a card. A Problem is thrown. With `runningReason`, the change is
 * still being made: 202. [gap G2]
 */
export function presentChangedCard(
  context: RouteContext,
  { onFault }: RouteDependencies,
  result: StoredCard | Problem,
  runningReason?: string,
): Response {
  if (result instanceof Problem) throw result
  const card = v.safeParse(taskSchema, presentCard(result))
  if (card.success && runningReason !== undefined) {
    return context.json({ ...card.output, detail: runningReason }, 202)
  }
  if (card.success) return context.json(card.output)
  onFault(
    context.get('requestId'),
    new Error(`Card ${result.number}: ${describeIssues(card.issues)}`),
  )
  throw new Problem(500, 'internal', messages.problems.changeMade)
}

/** The JSON body of a card. [gap G5] [gap G6] [gap G7] */
function presentCard(card: StoredCard) {
  return {
    id: String(card.id),
    number: card.number,
    title: card.title,
    projectId: String(card.project_id),
    statusId: String(card.stage_id),
    priority: card.priority,
    assignee:
      card.assignee_id === null
        ? null
        : { id: String(card.assignee_id), name: card.assignee_name ?? messages.unnamedAssignee },
    labels: card.labelIds.map(String),
    ...(card.blocked_reason === null
      ? {}
      : { blocked: { reason: card.blocked_reason, code: card.blocked_code, at: card.blocked_at } }),
    ...presentRepository(card),
  } satisfies Unchecked<TaskBody>
}

export function presentLabel(label: StoredLabel): LabelBody {
  return {
    id: String(label.id),
    name: label.name,
    color: label.color,
    taskCount: Number(label.taskCount),
  }
}

/** The same fields, before the schema checks their values. */
type Unchecked<T> = T extends readonly (infer Item)[]
  ? readonly Unchecked<Item>[]
  : T extends object
    ? { [Key in keyof T]: Unchecked<T[Key]> }
    : unknown
