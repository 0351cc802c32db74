import type { BoardBody } from '#contract/schemas/board-schema.ts'
import type { TaskBody } from '#contract/schemas/card-schema.ts'
import type { CredentialBody } from '#contract/schemas/credential-schema.ts'
import type { LabelBody } from '#contract/schemas/label-schema.ts'
import { messages } from '#service/messages.ts'
import type { CardRow, StageRow } from '../store/board-store.ts'
import type { StoredCredential } from '../store/credential-store.ts'
import type { LabelRow } from '../store/label-rows.ts'

/** A card as stored. */
export type StoredCard = CardRow & { labelIds: number[] }

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
    })),
    answering: null,
  }
}

/**
 * The JSON body of a board. Rows contain plain text, so the caller checks the result against the
 * contract.
 */
export function presentBoard(stages: readonly StageRow[], cards: readonly StoredCard[]) {
  const byStage = new Map<number, ReturnType<typeof presentCard>[]>(
    stages.map((stage) => [stage.id, []]),
  )
  for (const card of cards) byStage.get(card.stage_id)?.push(presentCard(card))
  return {
    columns: stages.map((stage) => ({
      statusId: String(stage.id),
      name: stage.name,
      kind: 'stage',
      minRole: stage.min_role,
      tasks: byStage.get(stage.id) ?? [],
    })),
  } satisfies Unchecked<BoardBody>
}

/** The JSON body of a card. [gap G5] [gap G6] [gap G7] */
export function presentCard(card: StoredCard) {
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
  } satisfies Unchecked<TaskBody>
}

export function presentLabel(label: LabelRow): LabelBody {
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
